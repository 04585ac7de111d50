import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openStage, type Person, type Place, type Stage } from "@/test/support/stage";

let stage: Stage;
let admin: Person;
let reviewer: Person;
let contributor: Person;
let open: Place;
let restricted: Place;

const rowOf = (number: number, more: Record<string, unknown> = {}) => ({
  number,
  class: "grant",
  group: "network",
  family: "egress",
  anchor: "",
  catalogue_id: "egress-any",
  severity: "high",
  title: "Network: any destination",
  ...more,
});

beforeAll(async () => {
  stage = await openStage(inject("server"));
  [admin, reviewer, contributor] = await Promise.all([
    stage.person("admin"),
    stage.person("reviewer"),
    stage.person("contributor"),
  ]);
  [open, restricted] = [await stage.place(), await stage.place({ restricted: true })];
  await stage.row(open, "capability", rowOf(1));
  await stage.row(open, "capability", rowOf(2, { decision: "remove" }));
  await stage.row(open, "capability", rowOf(3, { closed_at: new Date() }));
  await stage.row(open, "capability", rowOf(4, { archived_at: new Date() }));
  await stage.row(open, "capability", rowOf(5, { catalogue_id: "cloud-metadata" }));
  await stage.row(restricted, "capability", rowOf(1));
  const elsewhere = await stage.place({ workspaceId: await stage.workspace() });
  await stage.row(elsewhere, "capability", rowOf(1));
});
afterAll(() => stage.end());

const idsOf = async (query: string) => {
  const { status, body } = await stage.client(reviewer).get(`/catalogue${query}`);
  expect(status).toBe(200);
  return body.items.map(({ id }: { id: string }) => id);
};

describe("the catalogue", () => {
  it("comes whole, with its version and a tag that stays while its words do", async () => {
    const [first, again] = [
      await stage.client(reviewer).get("/catalogue"),
      await stage.client(admin).get("/catalogue?group=network"),
    ];
    expect(first.body.version).toBe("2");
    expect(first.body.items).toHaveLength(88);
    expect(first.headers.get("etag")).toMatch(/^"[0-9a-f]{64}"$/);
    expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  });

  it("is narrowed by class, group, severity, format and text together", async () => {
    expect(await idsOf("?group=resources&severity=high")).toEqual(["memory-unlimited", "pids-unlimited"]);
    // A package without a version, and what `docker run` in a server's command takes away.
    expect(await idsOf("?format=mcp&class=missing-limit")).toEqual([
      "image-mutable",
      "seccomp-unconfined",
      "apparmor-unconfined",
      "proc-unmasked",
      "no-user-namespace",
    ]);
    expect(await idsOf("?text=cap_drop")).toEqual(["cap-default-set"]);
    expect(await idsOf("?text=no%20such%20thing")).toEqual([]);
  });

  it.each([
    "?format=helm",
    "?class=bug",
    "?group=all",
    "?severity=worst",
    "?name=x",
    `?text=${"x".repeat(201)}`,
  ])("refuses %s in a sentence", async (query) => {
    const { status, body } = await stage.client(reviewer).get(`/catalogue${query}`);
    expect(status).toBe(422);
    expect(body.type).toBe("urn:cordon:problem:invalid-input");
  });

  it("says of an entry what each format writes, and what silence means in it", async () => {
    const { body } = await stage.client(reviewer).get("/catalogue/cap-default-set");
    expect(body.item.formats.find(({ format }: { format: string }) => format === "compose")).toMatchObject({
      fields: ["services.*.cap_drop[]"],
      silenceMeans: "granted",
      removal: { fragment: "cap_drop: [ALL]" },
    });
    expect(body.item.formats.find(({ format }: { format: string }) => format === "oci").silenceMeans).toBe(
      "not-granted",
    );
    expect(body.item.peers).toContainEqual({ tool: "checkov", name: "Checkov", ids: ["CKV_K8S_37"] });
  });

  it("has no entry of another name", async () => {
    for (const id of ["nothing", "__proto__", "constructor", "EGRESS-ANY"])
      expect((await stage.client(reviewer).get(`/catalogue/${id}`)).status).toBe(404);
  });
});

describe("where an entry is granted now", () => {
  type Holder = { review: { id: string }; rows: number; undecided: number };
  const seenBy = async (person: Person) => {
    const { body } = await stage.client(person).get("/catalogue/egress-any");
    return (body.grantedIn.items as Holder[]).map(({ review, rows, undecided }) => [
      review.id,
      rows,
      undecided,
    ]);
  };

  it("counts rows that are open, and those that nobody has decided", async () => {
    expect(await seenBy(reviewer)).toEqual([[open.reviewId, 2, 1]]);
  });

  it("shows each only the systems that they see", async () => {
    expect(await seenBy(contributor)).toEqual([]);
    expect(new Set((await seenBy(admin)).map(([id]) => id))).toEqual(
      new Set([open.reviewId, restricted.reviewId]),
    );
  });
});
