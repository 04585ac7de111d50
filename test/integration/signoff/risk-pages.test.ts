import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import type { Cell } from "@/lib/review/cell";
import { addBody, addCapability } from "@/lib/review/server/capabilities-add";
import { createRow } from "@/lib/review/server/create-row";
import { findingDetail } from "@/lib/review/server/finding-detail";
import { listFindings } from "@/lib/review/server/list-findings";
import { risksCovering } from "@/lib/signoff/server/covering";
import { createRisk } from "@/lib/signoff/server/create-risk";
import { decidePage } from "@/lib/signoff/server/decide-page";
import { dismissFinding } from "@/lib/signoff/server/dismiss-finding";
import { revokeRisk } from "@/lib/signoff/server/revoke-risk";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let rita: Actor;
let adam: Actor;
let reviewId: string;
let entry: string;
let capabilities: string[];

const value = (of: unknown): Cell => ({ state: "value", value: of });

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
  rita = await world.member("Rita Reviewer", "reviewer");
  adam = await world.member("Adam Approver", "approver");
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ reviewId } = await world.review());
  entry = (await createRow(rita, reviewId, "entryPoint", { name: value("Preview") })).id;
  capabilities = [];
  for (const title of ["Writes to storage", "Reaches the registry"]) {
    const body = addBody.parse({ title, class: "grant", group: "data" });
    capabilities.push((await addCapability(rita, reviewId, body)).id);
  }
});

const all = async (filter = {}) => (await listFindings(rita, reviewId, filter, { limit: 500 })).items;

describe("an address that begins a risk", () => {
  test("covers the capabilities, entry points and findings that it names, in its order", async () => {
    const [finding] = (await all()).filter(({ target }) => target.label === "E1");
    const { begun, links } = await decidePage(rita, reviewId, `C2,E1,F${finding!.number},C2`);
    expect(begun).toMatchObject({
      key: `C2,E1,F${finding!.number},C2`,
      left: null,
      draft: {
        title: "Reaches the registry (C2) and 2 more",
        covers: [`capability:${capabilities[1]}`, `entry:${entry}`, `finding:${finding!.id}`],
      },
    });
    expect(begun!.draft.covers.map((target) => links[target]?.label)).toEqual([
      "C2",
      "E1",
      `F${finding!.number}`,
    ]);
  });

  test("takes an entry point's worst open finding for its severity", async () => {
    const worst = (await all()).find(({ target }) => target.label === "E1")!.severity;
    expect((await decidePage(rita, reviewId, "E1")).begun!.draft).toMatchObject({
      title: "Preview (E1)",
      severity: worst,
    });
  });

  test("says what it left out, and begins nothing from what names no row", async () => {
    const { begun } = await decidePage(rita, reviewId, "C1,C99,E7");
    expect(begun!.draft.covers).toEqual([`capability:${capabilities[0]}`]);
    expect(begun!.left).toBe("C99, E7 are not open here any more, and left out.");
    expect((await decidePage(rita, reviewId, "new")).begun).toBeNull();
    const many = Array.from({ length: 201 }, (_, at) => `C${at + 1}`).join(",");
    expect((await decidePage(rita, reviewId, many)).begun!.left).toMatch(
      /^A residual risk is begun from 200/,
    );
  });
});

describe("what covers a finding", () => {
  test("is said alike by the list and by the finding, whichever way it is covered", async () => {
    const before = await all({ state: ["open"] });
    const listing = before.filter(({ listCount }) => listCount > 0);
    const causes = await Promise.all(
      listing.map(({ number }) => findingDetail(rita, reviewId, `F${number}`)),
    );
    const covers = [
      `entry:${entry}`,
      `finding:${before.at(-1)!.id}`,
      ...causes[0]!.lists.map(({ target }) => target).filter((target) => /^(capability|entry):/.test(target)),
    ];
    await createRisk(rita, reviewId, { title: value("Known"), covers: value([...new Set(covers)]) });
    await createRisk(rita, reviewId, { title: value("Draft"), covers: value([`entry:${entry}`]) }, "draft");
    for (const { id, coveredBy } of await all()) {
      const said = (await risksCovering(rita, reviewId, id)).map(({ label }) => label);
      expect(coveredBy).toEqual(said);
    }
    const covered = (await all()).filter(({ coveredBy }) => coveredBy.length > 0);
    expect(covered.some(({ target }) => target.label === "E1")).toBe(true);
    expect(covered.flatMap(({ coveredBy }) => coveredBy)).not.toContain("R2");
  });
});

describe("the page on which a review is decided", () => {
  test("lists what was dismissed, with reason, author and time", async () => {
    const [finding] = await all({ state: ["open"] });
    await dismissFinding(adam, reviewId, finding!.id, "Nobody reaches it.");
    const page = await decidePage(rita, reviewId);
    expect([page.dismissedCount, page.open[finding!.severity]]).toEqual([
      1,
      (await all({ state: ["open"], severity: [finding!.severity] })).length,
    ]);
    expect(page.dismissed).toMatchObject([
      {
        number: finding!.number,
        dismissal: { reason: "Nobody reaches it.", by: { id: adam.id, name: "Adam Approver" } },
      },
    ]);
    expect(page.dismissed[0]!.dismissal.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const detail = await findingDetail(rita, reviewId, finding!.id);
    expect(detail.dismissal).toEqual(page.dismissed[0]!.dismissal);
    expect(detail.history.at(-1)).toMatchObject({ what: "dismissed", actor: "Adam Approver" });
  });

  test("says who revoked a risk, and which have come to their end", async () => {
    const { id } = await createRisk(rita, reviewId, {
      title: value("Known"),
      expiresAt: value("2099-01-01"),
    });
    await world.owner("update risk set state = 'accepted', decided_in = 1 where id = $1", [id]);
    await revokeRisk(adam, reviewId, id, "It leaked.");
    const past = await createRisk(
      rita,
      reviewId,
      { title: value("Old"), expiresAt: value("2020-01-01") },
      "draft",
    );
    await world.owner("update risk set state = 'proposed' where id = $1", [past.id]);
    const page = await decidePage(rita, reviewId);
    expect(page.revocations).toEqual({ [id]: { by: "Adam Approver", at: expect.stringMatching(/Z$/) } });
    expect(page.risks[0]).toMatchObject({ state: "revoked", decidedIn: 1, decisionWords: "It leaked." });
    expect(page.ending[past.id]).toMatchObject({ severity: "high" });
    expect(page.ending[id]).toBeUndefined();
  });
});
