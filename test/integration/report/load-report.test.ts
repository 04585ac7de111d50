import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import type { Report } from "@/lib/report/model";
import { reportOf } from "@/lib/report/report-of";
import { loadReport } from "@/lib/report/server/load-report";
import { reportPdf } from "@/lib/report/server/report-pdf";
import { sheetOf } from "@/lib/report/sheets";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { decideRevision } from "@/lib/signoff/server/decide-revision";
import { listRevisions, snapshotBytes } from "@/lib/signoff/server/revisions";
import { submitRevision } from "@/lib/signoff/server/submit-revision";
import { SCENARIOS } from "@/prisma/scenarios/index-of-scenarios";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { readPdf } from "../../support/pdf";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let rita: Actor;
let adam: Actor;
let reviewId: string;

const value = (given: unknown) => ({ state: "value" as const, value: given });
const signal = () => new AbortController().signal;
const refusedAs = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) });

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
  rita = await world.member("Rita Reviewer", "reviewer");
  adam = await world.member("Adam Approver", "approver");
  ({ reviewId } = await SCENARIOS["guardrail-runner"]!(rita));
});
afterAll(() => database.drop());

/** Covers everything of high or above that is open, so that the example can be submitted. */
async function coverEverything(): Promise<void> {
  const open = await world.owner<{ id: string }>(
    "select id from finding where review_id = $1 and state = 'open' and severity in ('critical', 'high')",
    [reviewId],
  );
  const { id } = await createRow(rita, reviewId, "risk", {
    title: value("Registration runs beside the API"),
    covers: value(open.map((finding) => `finding:${finding.id}`)),
    severity: value("critical"),
    treatment: value("accept"),
    rationale: value("Until registration goes through the broker."),
    recommendation: value("Accept for one quarter."),
    owner: value(rita.id),
    expiresAt: value("2099-03-31"),
  });
  await world.owner("update risk set state = 'proposed' where id = $1", [id]);
}

describe("the draft", () => {
  test("is what is printed where nothing is frozen yet, and says so", async () => {
    const report = reportOf(await loadReport(rita, reviewId));
    expect(report.cover).toMatchObject({
      system: "Guardrail runner",
      mark: "Draft",
      environments: ["production"],
    });
    expect(report.cover.digests.map(({ label }) => label)).toEqual(["Authority", "Configuration"]);
    expect(report.entryPoints.map(({ name }) => name)).toEqual(["Preview", "Registration", "Startup"]);
    expect(report.certificates).toEqual([]);
  });

  test("sets the example in type, with its history when that is asked for", async () => {
    const response = await reportPdf(rita, reviewId, { events: true }, { signal: signal() });
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="guardrail-runner-review-1-draft-1.pdf"',
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(Number(response.headers.get("content-length")));
    const pdf = readPdf(bytes);
    const text = pdf.text().replace(/\s+/g, " ");
    expect(text).toContain("API process (X1) runs it in the application's own process");
    expect(text).toContain("The API keeps guardrails and their versions in its database.");
    expect(text).toContain("Decided: remove");
    expect(text).toContain("Created the review");
    pdf.forget();
  });
});

describe("a revision", () => {
  let printed: string;
  let number: number;
  let live: Report;
  beforeAll(async () => {
    await coverEverything();
    live = reportOf(await loadReport(rita, reviewId));
    ({ number } = await submitRevision(rita, reviewId, "Please look at registration."));
  });

  test("says the same as the draft it was frozen from", async () => {
    const frozen = reportOf(await loadReport(rita, reviewId, { revision: number }));
    expect(frozen.cover.mark).toBe("Not decided");
    const parts = [
      "scope",
      "entryPoints",
      "kinds",
      "executors",
      "findings",
      "risks",
      "rules",
      "glossary",
    ] as const;
    for (const part of parts) expect(frozen[part]).toEqual(live[part]);
  });

  test("states the digest of the bytes that were frozen, and who signed it", async () => {
    const [revision] = await listRevisions(rita, reviewId);
    const { digest } = revision!;
    await decideRevision(adam, reviewId, revision!.id, {
      decision: "approve",
      words: "Sound.",
      digest: digest!,
    });
    const { bytes } = await snapshotBytes(rita, reviewId, revision!.id);
    const own = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
    const report = reportOf(await loadReport(rita, reviewId));
    expect(report.cover).toMatchObject({
      revision: number,
      mark: null,
      signatures: [{ name: "Adam Approver", decision: "Approved" }],
    });
    expect(report.cover.digests[0]).toMatchObject({ label: "Content", digest: own });
    expect(report.certificates).toMatchObject([{ digest: own, words: { text: "Sound." } }]);
    const covering = report.risks.find(({ title }) => title === "Registration runs beside the API");
    expect(covering).toMatchObject({
      recommendation: { text: "Accept for one quarter." },
      decision: { text: expect.stringMatching(/^Accepted with revision 1 on .* by Adam Approver\.$/) },
    });
    printed = JSON.stringify(report);
  });

  test("prints the same for ever, whatever is edited, renamed or redecided afterwards", async () => {
    const [row] = await world.owner<{ id: string; versions: Record<string, number> }>(
      "select id, versions from entry_point where review_id = $1 and name = 'Preview'",
      [reviewId],
    );
    await editCells(rita, reviewId, "entryPoint", row!.id, {
      name: { cell: value("Something else"), version: row!.versions.name ?? 0 },
    });
    await world.owner("update system set name = 'Renamed' where workspace_id = $1", [world.workspaceId]);
    await world.owner(
      "update member set name = 'Renamed', removed_at = null where workspace_id = $1 and id = $2",
      [world.workspaceId, rita.id],
    );
    const again = reportOf(await loadReport(adam, reviewId, { revision: number }));
    expect(JSON.stringify(again)).toBe(printed);
    expect(again.cover).toMatchObject({
      system: "Guardrail runner",
      requested: expect.stringMatching(/^Rita Reviewer on/),
    });
    expect(reportOf(await loadReport(adam, reviewId, { revision: "draft" })).entryPoints[0]!.name).toBe(
      "Something else",
    );
  });

  test("exports each sheet as it was frozen", async () => {
    const source = await loadReport(adam, reviewId, { revision: number });
    const sheet = sheetOf("entry-points", source);
    expect(sheet.rows.map(([no, name]) => [no, name])).toEqual([
      ["E1", "Preview"],
      ["E2", "Registration"],
      ["E3", "Startup"],
    ]);
    const capabilities = sheetOf("capabilities", source);
    expect(capabilities.header).toContain("Granted capability");
    expect(capabilities.rows.length).toBe(source.content.capabilities.length);
    expect(sheetOf("risks", source).rows.map(([, title]) => title)).toContain(
      "Registration runs beside the API",
    );
  });
});

describe("what is not there", () => {
  test("a revision of another number, and a review of another workspace, are not found", async () => {
    await expect(loadReport(rita, reviewId, { revision: 99 })).rejects.toEqual(refusedAs("not-found"));
    await expect(loadReport(rita, newId())).rejects.toEqual(refusedAs("not-found"));
    await expect(reportPdf(rita, newId(), {}, { signal: signal() })).rejects.toEqual(refusedAs("not-found"));
  });

  test("a restricted system's review is not found by somebody who is not on it", async () => {
    const closed = await world.review({ restrictedTo: [rita] });
    await expect(loadReport(adam, closed.reviewId)).rejects.toEqual(refusedAs("not-found"));
    await expect(loadReport(rita, closed.reviewId)).resolves.toMatchObject({ revision: { state: "draft" } });
  });
});
