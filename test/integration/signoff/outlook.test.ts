import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRow } from "@/lib/review/server/create-row";
import { decidePage } from "@/lib/signoff/server/decide-page";
import { policyView } from "@/lib/signoff/server/policy-page";
import { revisionPage } from "@/lib/signoff/server/revision-page";
import { setTerms } from "@/lib/signoff/server/set-terms";
import { DEFAULT_TERMS, type SignOffTerms } from "@/lib/signoff/terms";
import { type SigningStage, signingStage, value } from "./signing-stage";

let stage: SigningStage;
let reviewId: string;
let systemId: string;
beforeAll(async () => {
  stage = await signingStage();
});
afterAll(() => stage.database.drop());
beforeEach(async () => {
  ({ reviewId, systemId } = await stage.world.review());
  await stage.world.configuration(reviewId, stage.rita);
});

async function terms(more: Partial<SignOffTerms>): Promise<void> {
  const { version } = await policyView(stage.admin, systemId);
  await setTerms(stage.fresh(stage.admin), systemId, { ...DEFAULT_TERMS, ...more }, version);
}
const draft = async (actor = stage.rita) => (await decidePage(actor, reviewId)).outlook;
const waiting = async () => (await decidePage(stage.rita, reviewId)).waiting!.outlook;
const page = () => revisionPage(stage.rita, reviewId, { number: 1, show: "everything", since: null });

describe("who could approve", () => {
  test("is everybody with the role but who submits", async () => {
    expect(await draft()).toEqual({
      quorum: 1,
      able: ["Adam Approver", "Ana Admin", "Eve Approver"],
      barred: [],
      lostNames: 0,
      namesNobody: false,
    });
    expect(await draft(stage.adam)).toMatchObject({
      able: ["Ana Admin", "Eve Approver"],
      barred: [{ name: "Adam Approver", by: "requester" }],
    });
  });

  test("is nobody who does not see the restricted system, but every admin", async () => {
    ({ reviewId, systemId } = await stage.world.review({ restrictedTo: [stage.rita, stage.adam] }));
    expect(await draft()).toMatchObject({
      able: ["Adam Approver", "Ana Admin"],
      barred: [{ name: "Eve Approver", by: "unseen" }],
    });
    expect((await policyView(stage.admin, systemId)).approvers.map(({ seesSystem }) => seesSystem)).toEqual([
      true,
      true,
      false,
    ]);
    expect((await policyView(stage.admin)).approvers.every(({ seesSystem }) => seesSystem)).toBe(true);
  });

  test("leaves out who wrote in it up to the submission, by a policy that forbids it", async () => {
    await terms({ ownText: false, adminsApprove: false });
    await createRow(stage.adam, reviewId, "artifact", { name: value("Plugin") });
    const barred = [
      { name: "Adam Approver", by: "wrote", wrote: ["A1"] },
      { name: "Ana Admin", by: "admin", wrote: [] },
    ];
    expect(await draft()).toMatchObject({ able: ["Eve Approver"], barred });
    await stage.submit(reviewId);
    // What she writes now is in the next draft.
    await createRow(stage.eve, reviewId, "artifact", { name: value("Notebook") });
    expect(await waiting()).toMatchObject({ able: ["Eve Approver"], barred });
    expect((await page()).outlook).toEqual(await waiting());
    expect((await draft())?.barred.map(({ wrote }) => wrote)).toEqual([["A1"], [], ["A2"]]);
  });

  test("of a waiting revision follows the tighter of both policies", async () => {
    await terms({ quorum: 2, approverIds: [stage.adam.id, stage.eve.id] });
    await stage.submit(reviewId);
    await terms({ quorum: 1, approverIds: [stage.admin.id] });
    expect(await waiting()).toMatchObject({ quorum: 2, able: [], namesNobody: true, lostNames: 0 });
  });

  test("keeps counting who has approved, and drops who lost the role", async () => {
    await terms({ quorum: 2, approverIds: [stage.adam.id, stage.eve.id] });
    const submitted = await stage.submit(reviewId);
    await stage.approve(stage.adam, reviewId, submitted);
    expect(await waiting()).toMatchObject({ able: ["Adam Approver", "Eve Approver"] });
    await stage.world.owner("update member set role = 'reviewer' where id = $1", [stage.eve.id]);
    expect(await waiting()).toMatchObject({ quorum: 2, able: ["Adam Approver"], lostNames: 1 });
    await stage.world.owner("update member set role = 'approver' where id = $1", [stage.eve.id]);
  });

  test("is asked no more once it is decided", async () => {
    const submitted = await stage.submit(reviewId);
    await stage.approve(stage.adam, reviewId, submitted);
    expect(await draft()).toBeNull();
    expect((await page()).outlook).toBeNull();
  });
});

describe("the way to the policy", () => {
  test("is shown to admins, of the system too where it has terms of its own", async () => {
    const links = async (actor = stage.admin) =>
      (await decidePage(actor, reviewId)).policyLinks.map(({ href }) => href);
    expect(await links()).toEqual(["/settings/sign-off"]);
    await terms({ quorum: 2 });
    expect(await links()).toEqual([`/systems/${systemId}/sign-off`, "/settings/sign-off"]);
    expect(await links(stage.adam)).toEqual([]);
  });
});
