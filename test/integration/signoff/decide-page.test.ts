import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { setArchived } from "@/lib/review/server/archive-row";
import { addBody, addCapability } from "@/lib/review/server/capabilities-add";
import { createRow } from "@/lib/review/server/create-row";
import { coverable } from "@/lib/signoff/server/coverable";
import { risksCovering } from "@/lib/signoff/server/covering";
import { decidePage } from "@/lib/signoff/server/decide-page";
import { decideRevision } from "@/lib/signoff/server/decide-revision";
import { submitRevision } from "@/lib/signoff/server/submit-revision";
import { withdrawRevision } from "@/lib/signoff/server/withdraw-revision";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let rita: Actor;
let adam: Actor;
let vera: Actor;
let reviewId: string;

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
  rita = await world.member("Rita Reviewer", "reviewer");
  adam = await world.member("Adam Approver", "approver");
  vera = await world.member("Vera Viewer", "viewer");
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ reviewId } = await world.review());
});

const value = (of: unknown) => ({ state: "value" as const, value: of });

const attachConfiguration = () => world.configuration(reviewId, rita);

/** An executor that inherits secrets: ENT-08, high. */
const leakyExecutor = () =>
  createRow(rita, reviewId, "executor", {
    name: value("App"),
    role: value("runs-submitted-code"),
    process: value("gunicorn"),
    account: value("app"),
    layers: value([{ kind: "container", note: "" }]),
    inheritsSecrets: value("yes"),
  });

const riskOver = (covers: string[]) =>
  createRow(rita, reviewId, "risk", {
    title: value("Secrets are within reach"),
    covers: value(covers),
    severity: value("high"),
    treatment: value("accept"),
    rationale: value("One quarter."),
    owner: value(rita.id),
    expiresAt: value("2099-01-01"),
  });

async function approved() {
  const { revisionId, digest } = await submitRevision(rita, reviewId, "");
  await decideRevision(adam, reviewId, revisionId, { decision: "approve", words: "Fine.", digest });
}

describe("the page on which a review is decided", () => {
  test("lists uncovered findings, and the blockers with links to their rows", async () => {
    await leakyExecutor();
    const page = await decidePage(rita, reviewId);
    expect(page.uncovered.map(({ ruleId, target }) => `${ruleId} ${target.label}`)).toContain("ENT-08 X1");
    expect(page.blockers.map(({ code }) => code)).toEqual(["no-configuration", "RSK-01"]);
    const numbers = page.uncovered.map(({ number }) => `F${number}`).sort();
    expect(page.blockers[1]!.links.map(({ label }) => label).sort()).toEqual(numbers);
  });

  test("takes a covered finding off the list, and says on the finding which risk covers it", async () => {
    await leakyExecutor();
    const before = await decidePage(rita, reviewId);
    const [finding] = before.uncovered;
    await riskOver(before.uncovered.map(({ id }) => `finding:${id}`));
    const page = await decidePage(rita, reviewId);
    expect([page.uncoveredCount, page.coveredCount]).toEqual([0, before.uncoveredCount]);
    expect(page.links[`finding:${finding!.id}`]).toMatchObject({ label: `F${finding!.number}` });
    expect(await risksCovering(rita, reviewId, finding!.id)).toMatchObject([
      { label: "R1", href: `/reviews/${reviewId}/decide?row=R1` },
    ]);
  });

  test("names an incomplete risk and what it lacks", async () => {
    await attachConfiguration();
    await createRow(rita, reviewId, "risk", { title: value("Half a risk") });
    const [blocker] = (await decidePage(rita, reviewId)).blockers;
    expect(blocker).toMatchObject({ code: "RSK-02", links: [{ label: "R1", name: "Half a risk" }] });
    expect(blocker!.message).toBe("Half a risk (R1) has no owner, treatment, rationale and expiry.");
  });

  test("shows the answers “not applicable” with row, question and reason", async () => {
    await createRow(rita, reviewId, "entryPoint", {
      name: value("Preview"),
      permission: { state: "not-applicable", reason: "Only the operator reaches it." },
    });
    expect((await decidePage(rita, reviewId)).notApplicable).toMatchObject([
      {
        link: { label: "E1", name: "Preview" },
        label: "Permission",
        reason: "Only the operator reaches it.",
      },
    ]);
  });

  test("says to each reader why they cannot, in the policy's words", async () => {
    await attachConfiguration();
    expect((await decidePage(vera, reviewId)).refusals).toEqual({
      "revision.submit": "This needs the role reviewer; you are viewer in this workspace.",
      "risk.edit": "This needs the role reviewer; you are viewer in this workspace.",
    });
    await submitRevision(adam, reviewId, "");
    const own = await decidePage(adam, reviewId);
    expect(own.waiting!.refusals).toEqual({
      "revision.sign": "You asked for this approval, so somebody else has to decide.",
    });
    expect((await decidePage(rita, reviewId)).waiting!.refusals["revision.withdraw"]).toBe(
      "Only the person who submitted this revision, or an admin, can withdraw it.",
    );
  });

  test("gives an approver what was frozen, whatever was edited since", async () => {
    await attachConfiguration();
    await riskOver([]);
    const { digest } = await submitRevision(rita, reviewId, "Please.");
    await createRow(rita, reviewId, "artifact", { name: value("Later") });
    const { waiting, revisions } = await decidePage(adam, reviewId);
    expect(waiting).toMatchObject({ digest, refusals: {} });
    expect(waiting!.frozen.risks).toMatchObject([{ number: 1, owner: "Rita Reviewer" }]);
    expect(waiting!.frozen.sections.find(({ label }) => label === "Artifacts")).toBeUndefined();
    expect(revisions.map(({ number, state }) => `${number} ${state}`)).toEqual(["2 draft", "1 submitted"]);
  });

  test("an accepted finding is open again once no risk covers it any more", async () => {
    await attachConfiguration();
    await leakyExecutor();
    const { uncovered } = await decidePage(rita, reviewId);
    const risk = await riskOver(uncovered.map(({ id }) => `finding:${id}`));
    await approved();
    expect((await decidePage(rita, reviewId)).uncoveredCount).toBe(0);
    await setArchived(rita, reviewId, "risk", risk.id, true);
    const page = await decidePage(rita, reviewId);
    expect(page.uncoveredCount).toBe(uncovered.length);
    await expect(submitRevision(rita, reviewId, "")).rejects.toMatchObject({
      problem: { extra: { blockers: [{ code: "RSK-01" }] } },
    });
  });

  test("is not there for somebody of another workspace", async () => {
    const other = await (await makeWorld(database)).member("Otto Other", "admin");
    await expect(decidePage(other, reviewId)).rejects.toMatchObject({ problem: { code: "not-found" } });
  });
});

describe("deciding about a revision that is gone", () => {
  test("says what became of it", async () => {
    await attachConfiguration();
    const { revisionId, digest } = await submitRevision(rita, reviewId, "");
    await withdrawRevision(rita, reviewId, revisionId, "");
    const input = { decision: "approve" as const, words: "Yes.", digest };
    await expect(decideRevision(adam, reviewId, revisionId, input)).rejects.toMatchObject({
      problem: {
        code: "not-in-this-state",
        detail: "Revision 1 was withdrawn, so nothing waits to be decided.",
      },
    });
  });
});

describe("what a risk can cover", () => {
  const labels = async (text: string) => (await coverable(rita, reviewId, text)).map(({ label }) => label);

  test("is found by short number and by words; a mark of a pattern is taken as it is", async () => {
    await createRow(rita, reviewId, "entryPoint", { name: value("Preview") });
    await createRow(rita, reviewId, "entryPoint", { name: value("100% startup") });
    await addCapability(
      rita,
      reviewId,
      addBody.parse({ title: "Writes to preview storage", class: "grant", group: "data" }),
    );
    expect(await labels("E2")).toEqual(["E2"]);
    expect(await labels("e")).toEqual(["E1", "E2"]);
    expect((await labels("preview")).filter((label) => !label.startsWith("F"))).toEqual(["E1", "C1"]);
    expect((await labels("0% s")).filter((label) => !label.startsWith("F"))).toEqual(["E2"]);
    expect(await labels("no such thing")).toEqual([]);
  });
});
