import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventHash, payloadDigest } from "@/lib/audit/chain";
import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import { problem } from "@/lib/kernel/errors";
import { runUnitOfWork } from "@/lib/platform/unit-of-work/run";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let rita: Actor;
let adam: Actor;
let reviewId: string;

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
  rita = await world.member("Rita Reviewer", "reviewer");
  adam = await world.member("Adam Approver", "approver");
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ reviewId } = await world.review());
});

const value = (text: unknown) => ({ state: "value" as const, value: text });
type EventRow = {
  seq: string;
  at: Date;
  type: string;
  actor_kind: string;
  actor_id: string;
  payload: unknown;
  payload_digest: string;
  previous_hash: string;
  hash: string;
};
const events = () =>
  world.owner<EventRow>("select * from event where review_id = $1 order by seq", [reviewId]);

describe("the chain of events", () => {
  test("has no gap under fifty writers, and every hash follows from the one before", async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        createRow(rita, reviewId, "artifact", { name: value(`Artifact ${n}`) }),
      ),
    );
    const chain = await events();
    expect(chain.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    let previousHash = "";
    for (const event of chain) {
      expect(event.payload_digest).toBe(payloadDigest(event.payload));
      const { hash, type } = event;
      const link = {
        workspaceId: rita.workspaceId,
        reviewId,
        seq: Number(event.seq),
        at: event.at.toISOString(),
        type,
        actorKind: event.actor_kind,
        actorId: event.actor_id,
        actorName: rita.name,
        payloadDigest: event.payload_digest,
        previousHash,
      };
      expect(hash).toBe(eventHash(link));
      previousHash = hash;
    }
    const numbers = await world.owner<{ number: number }>(
      "select number from artifact where review_id = $1 order by 1",
      [reviewId],
    );
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  });

  test("gets nothing from a command that fails, and neither does the content", async () => {
    const failing = runUnitOfWork(rita, reviewId, async (tx) => {
      const permit = tx.authorize("content.edit");
      tx.write(permit, {
        type: "row.created",
        changes: [{ op: "insert", table: "artifact", row: { id: "not an id", number: 1, name: "X" } }],
      });
    });
    await expect(failing).rejects.toThrow();
    expect(await events()).toEqual([]);
    expect(await world.owner("select 1 from artifact where review_id = $1", [reviewId])).toEqual([]);
  });

  test("tells listeners `reviewId:seq` once, when it is committed", async () => {
    const listener = new Client({ connectionString: database.appUrl });
    await listener.connect();
    await listener.query("LISTEN cordon_event");
    const heard = new Promise<string | undefined>((done) =>
      listener.once("notification", ({ payload }) => done(payload)),
    );
    await createRow(rita, reviewId, "artifact", { name: value("Plugin") });
    expect(await heard).toBe(`${reviewId}:1`);
    await listener.end();
  });
});

describe("findings", () => {
  test("come with their cause and go with it, and keep their number when they come back", async () => {
    const executor = await createRow(rita, reviewId, "executor", {
      name: value("App"),
      role: value("runs-submitted-code"),
      inheritsSecrets: value("yes"),
    });
    const findings = () =>
      world.owner<{ number: number; state: string }>(
        "select number, state from finding where review_id = $1 and rule_id = 'ENT-08'",
        [reviewId],
      );
    const [opened] = await findings();
    expect(opened!.state).toBe("open");
    const fixed = await editCells(rita, reviewId, "executor", executor.id, {
      inheritsSecrets: { cell: value("no"), version: executor.seq },
    });
    expect(await findings()).toEqual([{ number: opened!.number, state: "resolved" }]);
    await editCells(rita, reviewId, "executor", executor.id, {
      inheritsSecrets: { cell: value("yes"), version: fixed.versions.inheritsSecrets! },
    });
    expect(await findings()).toEqual([{ number: opened!.number, state: "open" }]);
  });
});

describe("authorisation under the lock", () => {
  /** Archives the review while `during` runs: the lock is held until `during` waits for it. */
  async function archivedMeanwhile(during: () => Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
    const admin = new Client({ connectionString: database.ownerUrl });
    await admin.connect();
    await admin.query("begin");
    await admin.query("update review set archived_at = now() where id = $1", [reviewId]);
    const running = during().then(
      (done) => ({ status: "fulfilled" as const, value: done }),
      (reason) => ({ status: "rejected" as const, reason }),
    );
    const blocked =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await admin.query(blocked)).rowCount === 0) await new Promise((tick) => setTimeout(tick, 5));
    await admin.query("commit");
    await admin.end();
    return running;
  }

  const write = (
    tx: Parameters<Parameters<typeof runUnitOfWork>[2]>[0],
    permit: Parameters<typeof tx.write>[0],
  ) =>
    tx.write(permit, {
      type: "cell.edited",
      changes: [{ op: "update", table: "review", id: reviewId, before: {}, set: { notes: "written" } }],
    });

  test("sees what was committed while it waited, and refuses", async () => {
    const outcome = await archivedMeanwhile(() =>
      runUnitOfWork(rita, reviewId, async (tx) => write(tx, tx.authorize("content.edit"))),
    );
    expect(outcome).toMatchObject({ status: "rejected", reason: { problem: { code: "not-in-this-state" } } });
  });

  test("would lose if the check were made before the lock", async () => {
    // What the use case must never do: the row is loaded and the permit made first.
    const [row] = await world.owner<{ archived_at: Date | null }>(
      "select archived_at from review where id = $1",
      [reviewId],
    );
    const early = authorize(rita, "content.edit", { isArchived: row!.archived_at !== null });
    const outcome = await archivedMeanwhile(() =>
      runUnitOfWork(rita, reviewId, async (tx) => write(tx, early)),
    );
    expect(outcome.status).toBe("fulfilled");
  });

  test("sees cells that another process changed while it waited", async () => {
    const artifact = await createRow(rita, reviewId, "artifact", { name: value("First") });
    const other = new Client({ connectionString: database.ownerUrl });
    await other.connect();
    await other.query("begin");
    await other.query("select 1 from review where id = $1 for no key update", [reviewId]);
    await other.query(`update artifact set name = 'Theirs', versions = '{"name": 9}' where id = $1`, [
      artifact.id,
    ]);
    const mine = editCells(adam, reviewId, "artifact", artifact.id, {
      name: { cell: value("Mine"), version: artifact.seq },
    });
    const settled = mine.catch((error) => error);
    const blocked =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await other.query(blocked)).rowCount === 0) await new Promise((tick) => setTimeout(tick, 5));
    await other.query("commit");
    await other.end();
    expect(await settled).toMatchObject({
      problem: {
        code: "conflict",
        extra: { conflict: { field: "name", cell: value("Theirs"), version: 9 } },
      },
    });
  });
});

describe("what cannot be seen", () => {
  test.each(["viewer", "reviewer", "contributor"] as const)(
    "a restricted review is not there for a %s who is not on it",
    async (role) => {
      const { reviewId: restricted } = await world.review({ restrictedTo: [adam] });
      const outsider = await world.member("Olga Outsider", role);
      const tried = createRow(outsider, restricted, "artifact", { name: value("X") });
      await expect(tried).rejects.toMatchObject({
        problem: problem("not-found", "There is no such review that you can see.").problem,
      });
      await expect(createRow(adam, restricted, "artifact", { name: value("X") })).resolves.toMatchObject({
        number: 1,
      });
    },
  );

  test("an open review is not there for a contributor who is not on its system", async () => {
    const contributor = await world.member("Cora Contributor", "contributor");
    await expect(createRow(contributor, reviewId, "artifact", { name: value("X") })).rejects.toMatchObject({
      problem: { code: "not-found" },
    });
  });
});
