import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import { decideRevision } from "@/lib/signoff/server/decide-revision";
import { inbox, inboxCount } from "@/lib/signoff/server/inbox";
import { submitRevision } from "@/lib/signoff/server/submit-revision";
import { withdrawRevision } from "@/lib/signoff/server/withdraw-revision";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let rita: Actor;
let adam: Actor;
let ann: Actor;
let root: Actor;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  world = await makeWorld(database);
  rita = await world.member("Rita Reviewer", "reviewer");
  adam = await world.member("Adam Approver", "approver");
  ann = await world.member("Ann Approver", "approver");
  root = await world.member("Root Admin", "admin");
});

/** A review whose first revision Rita, or somebody else, has submitted. */
async function submitted(by: Actor = rita, restrictedTo?: Actor[]) {
  const { reviewId } = await world.review({ restrictedTo });
  await world.configuration(reviewId, by);
  return { reviewId, ...(await submitRevision(by, reviewId, "Look at the preview.")) };
}
/** Sets the terms under which what is submitted from now on is decided. */
async function terms({ quorum = 1, approverIds = [] as string[], adminsApprove = true }): Promise<void> {
  await world.owner(
    `insert into sign_off_policy (workspace_id, scope_id, version, quorum, approver_ids, admins_approve, own_text, validity_days,
       highest_severity, warning_days, set_by_id)
     select $1, $1, count(*) + 1, $2, $3, $4, true, 365, 'critical', 30, $5 from sign_off_policy where workspace_id = $1`,
    [world.workspaceId, quorum, approverIds, adminsApprove, root.id],
  );
}
const approve = (by: Actor, { reviewId, revisionId, digest }: Awaited<ReturnType<typeof submitted>>) =>
  decideRevision(by, reviewId, revisionId, { decision: "approve", words: "Fine.", digest });
const reject = (by: Actor, { reviewId, revisionId, digest }: Awaited<ReturnType<typeof submitted>>) =>
  decideRevision(by, reviewId, revisionId, { decision: "reject", words: "Not yet.", digest });

async function counts(...people: Actor[]): Promise<number[]> {
  const found: number[] = [];
  for (const person of people) {
    const count = await inboxCount(person);
    expect((await inbox(person)).waiting).toHaveLength(count);
    found.push(count);
  }
  return found;
}

describe("what waits for somebody's decision", () => {
  test("is there for approvers and admins, not for reviewers and viewers", async () => {
    await submitted();
    const vera = await world.member("Vera Viewer", "viewer");
    expect(await counts(adam, root, rita, vera)).toEqual([1, 1, 0, 0]);
  });

  test("says which review of which system, who asked, in which words, and what is open", async () => {
    const { reviewId, revisionId } = await submitted();
    for (const [number, severity, state] of [
      [901, "high", "open"],
      [902, "medium", "open"],
      [903, "low", "open"],
      [904, "critical", "resolved"],
    ] as const) {
      await world.owner(
        `insert into finding (workspace_id, review_id, id, number, rule_id, target, severity, state, reason, lists, opened_seq, changed_seq)
         values ($1, $2, $3, $4, 'ENT-01', $5, $6, $7, 'Because', '{}', 0, 0)`,
        [world.workspaceId, reviewId, newId(), number, `entry:${newId()}`, severity, state],
      );
    }
    const before = (
      await world.owner<{ n: number }>(
        "select count(*)::int as n from finding where review_id = $1 and state = 'open' and severity in ('critical', 'high', 'medium') and number < 900",
        [reviewId],
      )
    )[0]!.n;
    const { waiting } = await inbox(adam);
    expect(waiting).toMatchObject([
      {
        review: {
          id: reviewId,
          title: expect.stringMatching(/^Review/),
          system: { name: expect.stringMatching(/^System/) },
        },
        revision: { id: revisionId, number: 1 },
        requestedBy: { id: rita.id, name: "Rita Reviewer" },
        words: "Look at the preview.",
        open: before + 2,
        approvals: 0,
        quorum: 1,
      },
    ]);
    expect(Number.isNaN(Date.parse(waiting[0]!.requestedAt))).toBe(false);
  });

  test("is never the requester's, whatever their role", async () => {
    await submitted(adam);
    await submitted(root);
    expect(await counts(adam, ann, root)).toEqual([1, 2, 1]);
  });

  test("leaves out restricted systems for who is not on them, but for admins", async () => {
    await submitted(rita, [rita, ann]);
    expect(await counts(adam, ann, root)).toEqual([0, 1, 1]);
  });

  test("is of this workspace only", async () => {
    await submitted();
    const elsewhere = await makeWorld(database);
    expect(await counts(await elsewhere.member("Eve Approver", "approver"))).toEqual([0]);
  });

  test("is over once it is decided, withdrawn, or the review is archived", async () => {
    await approve(adam, await submitted());
    const withdrawn = await submitted();
    await withdrawRevision(rita, withdrawn.reviewId, withdrawn.revisionId, "");
    const archived = await submitted();
    await world.owner("update review set archived_at = now() where id = $1", [archived.reviewId]);
    expect(await counts(adam, ann)).toEqual([0, 0]);
  });

  test("is over for who has approved while others are still to", async () => {
    await terms({ quorum: 2 });
    await approve(adam, await submitted());
    expect(await counts(adam, ann)).toEqual([0, 1]);
    expect((await inbox(ann)).waiting).toMatchObject([{ approvals: 1, quorum: 2 }]);
    expect((await inbox(rita)).requests).toMatchObject([{ state: "submitted", approvals: 1, quorum: 2 }]);
  });

  test("follows the policy under which it was submitted", async () => {
    await terms({ approverIds: [ann.id, root.id], adminsApprove: false });
    await submitted();
    expect(await counts(adam, ann, root)).toEqual([0, 1, 1]);
    await terms({ adminsApprove: false });
    await submitted();
    expect(await counts(adam, ann, root)).toEqual([1, 2, 1]);
  });
});

describe("what became of what somebody signed", () => {
  const end = (revisionId: string, by: string, because: string) =>
    world.owner(
      "update revision set state = 'ended', ended_at = now(), ended_by = $2, ended_because = $3 where id = $1",
      [revisionId, by, because],
    );

  test("a fact that ended it is told to who signed, until another revision is in force", async () => {
    const first = await submitted();
    await approve(adam, first);
    await end(first.revisionId, "wider-authority", "production now grants wider authority");
    expect((await inbox(adam)).lapsed).toMatchObject([
      { state: "ended", because: "production now grants wider authority", revision: { number: 1 } },
    ]);
    expect((await inbox(ann)).lapsed).toEqual([]);
    await world.owner(
      "insert into revision (workspace_id, review_id, id, number, state) values ($1, $2, $3, 2, 'in-force')",
      [world.workspaceId, first.reviewId, newId()],
    );
    expect((await inbox(adam)).lapsed).toEqual([]);
  });

  test("what bears on it without ending it is told too, being superseded is not", async () => {
    const contested = await submitted();
    await approve(adam, contested);
    await world.owner("update revision set contested_at = now(), contested_because = $2 where id = $1", [
      contested.revisionId,
      "F31 is new and high",
    ]);
    const superseded = await submitted();
    await approve(adam, superseded);
    await end(superseded.revisionId, "superseded", "superseded by revision 2");
    expect((await inbox(adam)).lapsed).toMatchObject([
      { state: "contested", because: "F31 is new and high" },
    ]);
  });
});

test("one's own requests wait, and a rejected one stays until it is submitted again", async () => {
  const request = await submitted();
  expect((await inbox(rita)).requests).toMatchObject([{ state: "submitted", words: "Look at the preview." }]);
  expect((await inbox(adam)).requests).toEqual([]);
  await reject(adam, request);
  expect((await inbox(rita)).requests).toMatchObject([{ state: "rejected", words: "Not yet." }]);
  await world.owner(
    "insert into revision (workspace_id, review_id, id, number, state, requested_by_id, requested_at) values ($1, $2, $3, 2, 'submitted', $4, now())",
    [world.workspaceId, request.reviewId, newId(), rita.id],
  );
  expect((await inbox(rita)).requests).toMatchObject([{ state: "submitted", revision: { number: 2 } }]);
});
