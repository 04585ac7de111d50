import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import type { HttpClient } from "@/test/support/http";
import { readPdf } from "@/test/support/pdf";
import { openStage, type Person, type Place, type Stage } from "@/test/support/stage";

let stage: Stage;
let viewer: Person;
let place: Place;
let api: HttpClient;
let review: string;

beforeAll(async () => {
  stage = await openStage(inject("server"));
  viewer = await stage.person("viewer");
  api = stage.client(viewer);
  place = await stage.place();
  review = `/reviews/${place.reviewId}`;
  await stage.row(place, "entry_point", {
    number: 1,
    name: '=HYPERLINK("http://example.com")',
    submitters: [],
  });
});
afterAll(() => stage.end());

describe("the PDF", () => {
  it("comes whole, with its length, a name that is safe, and what was asked for in it", async () => {
    const response = await fetch(`${stage.url}/api/v1${review}/report.pdf?events=1`, {
      headers: { cookie: viewer.cookie! },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="place-\d+-review-\d+-draft-1\.pdf"$/,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(Number(response.headers.get("content-length")));
    const pdf = readPdf(bytes);
    expect(pdf.info).toMatch(/^Tagged:\s+yes$/m);
    expect(pdf.text()).toContain("=HYPERLINK(");
    expect(pdf.text()).toContain("History");
    pdf.forget();
  });

  it("of a revision that there is not is not found, and a name that is no number is refused in a sentence", async () => {
    expect((await api.get(`${review}/report.pdf?revision=7`)).status).toBe(404);
    const answer = await api.get(`${review}/report.pdf?revision=newest`);
    expect(answer).toMatchObject({ status: 422, body: { type: "urn:cordon:problem:invalid-input" } });
  });

  it("that nobody waits for any more frees its turn", async () => {
    const controller = new AbortController();
    const asked = fetch(`${stage.url}/api/v1${review}/report.pdf`, {
      headers: { cookie: viewer.cookie! },
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 60);
    await asked.catch(() => undefined);
    expect((await api.get(`${review}/report.pdf`)).status).toBe(200);
  });

  it("tells how far it is to who asked for it, and to nobody else", async () => {
    const key = newId();
    const other = stage.client(await stage.person("viewer"));
    const asked = api.get(`${review}/report.pdf?key=${key}`);
    const said = new Set<string>();
    const told = new Set<string>();
    let isDone = false;
    void asked.then(() => {
      isDone = true;
    });
    while (!isDone) {
      said.add((await api.get(`${review}/report-progress/${key}`)).body.phase);
      told.add((await other.get(`${review}/report-progress/${key}`)).body.phase);
    }
    expect((await asked).status).toBe(200);
    expect([...said].some((phase) => phase !== "none")).toBe(true);
    expect([...told]).toEqual(["none"]);
    expect((await api.get(`${review}/report-progress/${key}`)).body).toEqual({ phase: "none" });
  });
});

describe("the same as data", () => {
  it("is what the PDF prints, as JSON", async () => {
    const { status, body } = await api.get(`${review}/report.json`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      format: "urn:cordon:report:v1",
      cover: { mark: "Draft", revision: 1 },
      entryPoints: [{ number: "E1" }],
      events: null,
    });
  });

  it("is a sheet each as CSV, in which nothing is a formula", async () => {
    const { status, headers, body } = await api.get(`${review}/report.csv?sheet=entry-points`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toMatch(
      /filename="place-\d+-review-\d+-draft-1-entry-points\.csv"/,
    );
    expect(body).toContain('E1,"\'=HYPERLINK(""http://example.com"")"');
    expect((await api.get(`${review}/report.csv?sheet=members`)).status).toBe(422);
  });

  it("of a frozen revision says what was frozen, whatever has changed since", async () => {
    const other = await stage.place();
    const { digest } = await stage.submitted(other, viewer.memberId);
    await stage.row(other, "entry_point", { number: 1, name: "Written afterwards", submitters: [] });
    const { status, body } = await api.get(`/reviews/${other.reviewId}/report.json?revision=1`);
    expect(status).toBe(200);
    expect(body.entryPoints).toEqual([]);
    expect(body.cover).toMatchObject({ mark: "Not decided", digests: [{ label: "Content", digest }] });
  });
});
