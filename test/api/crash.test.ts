import { rename } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyChains } from "@/lib/audit/server/verify-chains";
import { openEventStream } from "@/test/support/event-stream";
import type { Answer } from "@/test/support/http";
import { type SpawnedServer, spawnServer } from "@/test/support/spawn-server";
import { openStage, type Person, type Place, type Stage } from "@/test/support/stage";

const SAVES = 200;
/** The kill comes while most of the saves are on their way. */
const ACKNOWLEDGED_BEFORE_KILL = 40;

type Save = { id: string; text: string; answer: Answer | null };

/** A place with as many artifacts as there will be saves, each saved once by its own request. */
async function rowsToSave(stage: Stage, place: Place): Promise<string[]> {
  const rows = await stage.sql<{ id: string }>(
    `insert into artifact (workspace_id, review_id, id, number, name, submitters)
     select $1, $2, gen_random_uuid(), n, 'before', '{}' from generate_series(1, $3::int) n returning id`,
    [place.workspaceId, place.reviewId, SAVES],
  );
  return rows.map(({ id }) => id);
}

/** Sends all saves at once and kills when some are acknowledged; gives what each was answered. */
async function saveAndKill(
  stage: Stage,
  writer: Person,
  place: Place,
  ids: string[],
  kill: () => void,
): Promise<Save[]> {
  let acknowledged = 0;
  const api = stage.client(writer);
  return Promise.all(
    ids.map(async (id, at) => {
      const text = `after ${at}`;
      const body = { cells: { name: { cell: { state: "value", value: text }, version: 0 } } };
      const answer = await api.patch(`/reviews/${place.reviewId}/artifacts/${id}`, body).catch(() => null);
      if (answer?.status === 200 && ++acknowledged === ACKNOWLEDGED_BEFORE_KILL) kill();
      return { id, text, answer };
    }),
  );
}

/** Asks until the server and its database answer. */
async function untilHealthy(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await pause(50);
  }
}

type EventRow = { seq: number; id: string; after: string };

const eventsOf = (stage: Stage, { reviewId }: Place) =>
  stage.sql<EventRow>(
    `select seq::int as seq, c->>'id' as id, c->'after'->>'name' as after
     from event cross join lateral jsonb_array_elements(payload->'changes') c where review_id = $1 order by seq`,
    [reviewId],
  );

/** Every acknowledged save is there with its event; every other one is there wholly or not at all. */
async function expectNothingLost(stage: Stage, server: SpawnedServer, place: Place, saves: Save[]) {
  const events = await eventsOf(stage, place);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  const told = new Map(events.map((event) => [event.id, event]));
  const rows = await stage.sql<{ id: string; name: string; version: number | null }>(
    "select id, name, (versions->>'name')::int as version from artifact where review_id = $1",
    [place.reviewId],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const { id, text, answer } of saves) {
    const [row, event] = [stored.get(id)!, told.get(id)];
    if (answer?.status === 200) {
      const { seq } = answer.body as { seq: number };
      expect({ name: row.name, version: row.version }).toEqual({ name: text, version: seq });
      expect(event).toEqual({ seq, id, after: text });
    } else if (event) {
      expect({ name: row.name, version: row.version, after: event.after }).toEqual({
        name: text,
        version: event.seq,
        after: text,
      });
    } else expect({ name: row.name, version: row.version }).toEqual({ name: "before", version: null });
  }
  expect(await brokenChains(server)).toEqual([]);
}

async function brokenChains({ ownerUrl }: SpawnedServer) {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const sql = {
      query: async <R>(text: string, values: unknown[] = []) =>
        (await client.query(text, values)).rows as R[],
    };
    const outcomes = await verifyChains(sql);
    expect(outcomes.length).toBeGreaterThan(0);
    return outcomes.filter(({ problem }) => problem !== null);
  } finally {
    await client.end();
  }
}

const countOf = (saves: Save[], status: number) =>
  saves.filter(({ answer }) => answer?.status === status).length;

let server: SpawnedServer;
let stage: Stage;
let writer: Person;

beforeAll(async () => {
  // What the server says of its database going away is no news here.
  server = await spawnServer({ LOG_LEVEL: "fatal" });
  stage = await openStage(server);
  writer = await stage.person("reviewer");
});
afterAll(async () => {
  await stage?.end();
  await server?.stop();
});

async function saveNotes(place: Place, text: string, version: number) {
  return stage.client(writer).patch(`/reviews/${place.reviewId}`, {
    cells: { notes: { cell: { state: "value", value: text }, version } },
  });
}

describe("a database that goes away and comes back in the middle of an edit", () => {
  const url = () => new URL(server.ownerUrl);
  const socket = () => `${url().searchParams.get("host")}/.s.PGSQL.5432`;

  it("is said in a sentence, and the same save succeeds afterwards", async () => {
    const place = await stage.place();
    // Connected before, so that it outlives the way there.
    const owner = new Client({ connectionString: server.ownerUrl });
    await owner.connect();
    await rename(socket(), `${socket()}.away`);
    try {
      await owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cordon_app'",
      );
      const refused = await saveNotes(place, "kept in the browser", 0);
      expect(refused.status).toBe(503);
      expect(refused.body.type).toBe("urn:cordon:problem:unavailable");
      expect(refused.body.detail).toMatch(/database (is not reachable|went away).*[Tt]ry again/);
      expect(JSON.stringify(refused.body)).not.toMatch(/postgres|socket|ENOENT/i);
      expect((await fetch(`${server.url}/api/health`)).status).toBe(503);
    } finally {
      await rename(`${socket()}.away`, socket());
      await owner.end();
    }
    await untilHealthy(server.url);
    const saved = await saveNotes(place, "kept in the browser", 0);
    expect([saved.status, saved.body.seq]).toEqual([200, 1]);
  });

  it("rolls back a save that was under way", async () => {
    const place = await stage.place();
    const owner = new Client({ connectionString: server.ownerUrl });
    await owner.connect();
    try {
      await owner.query("begin");
      await owner.query("select 1 from review where id = $1 for update", [place.reviewId]);
      const saving = saveNotes(place, "half-way", 0);
      const waiting = `select pid from pg_stat_activity where usename = 'cordon_app' and wait_event_type = 'Lock'`;
      while ((await owner.query(waiting)).rows.length === 0) await pause(10);
      await owner.query(`select pg_terminate_backend(pid) from (${waiting}) w`);
      const refused = await saving;
      expect(refused.status).toBe(503);
      expect(refused.body.detail).toMatch(/went away in the middle of this\. Try again/);
      await owner.query("rollback");
    } finally {
      await owner.end();
    }
    expect(await stage.sql("select 1 from event where review_id = $1", [place.reviewId])).toEqual([]);
    expect((await saveNotes(place, "half-way", 0)).body.seq).toBe(1);
  });
});

describe("SIGKILL during 200 concurrent saves", () => {
  it("of PostgreSQL loses no acknowledged save, and the application goes on by itself", async () => {
    const place = await stage.place();
    const ids = await rowsToSave(stage, place);
    const stream = await openEventStream(`${server.url}/api/live/${place.reviewId}?since=0`, writer);
    expect(await stream.next("people")).not.toBeNull();
    const saves = await saveAndKill(stage, writer, place, ids, () =>
      process.kill(server.postgresPid, "SIGKILL"),
    );
    await untilHealthy(server.url);
    await expectNothingLost(stage, server, place, saves);
    // Whoever was not acknowledged was told so in a sentence, and by nothing else.
    expect(countOf(saves, 200) + countOf(saves, 503)).toBe(SAVES);
    expect(countOf(saves, 503)).toBeGreaterThan(0);
    for (const { answer } of saves)
      if (answer?.status === 503) expect((answer.body as { detail: string }).detail).toMatch(/[Tt]ry again/);

    // The same process, and everything that was refused can be saved again as it was.
    process.kill(server.serverPid, 0);
    for (const { id, text, answer } of saves) {
      if (answer?.status === 200) continue;
      const body = { cells: { name: { cell: { state: "value", value: text }, version: 0 } } };
      const again = await stage.client(writer).patch(`/reviews/${place.reviewId}/artifacts/${id}`, body);
      expect(again.status, JSON.stringify(again.body)).toBe(200);
    }
    const events = await eventsOf(stage, place);
    expect(events).toHaveLength(SAVES);
    // The stream that was open all the time has told each of them, in order.
    for (const { seq } of events) expect((await stream.next("change"))?.id).toBe(String(seq));
    stream.close();
    expect(await brokenChains(server)).toEqual([]);
  }, 60_000);

  it("of the application loses no acknowledged save", async () => {
    const place = await stage.place();
    const ids = await rowsToSave(stage, place);
    const saves = await saveAndKill(stage, writer, place, ids, () =>
      process.kill(server.serverPid, "SIGKILL"),
    );
    await untilHealthy(server.url);
    expect(countOf(saves, 200)).toBeGreaterThanOrEqual(ACKNOWLEDGED_BEFORE_KILL);
    expect(countOf(saves, 200)).toBeLessThan(SAVES);
    await expectNothingLost(stage, server, place, saves);
    const next = (await eventsOf(stage, place)).length + 1;
    expect((await saveNotes(place, "after it all", 0)).body.seq).toBe(next);
  }, 60_000);
});
