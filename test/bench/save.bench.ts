import { endPool } from "@/lib/platform/db/pool";
import { createReview } from "@/lib/review/server/create-review";
import { SCENARIOS } from "@/prisma/scenarios/index-of-scenarios";
import { type BenchServer, median, startBenchServer } from "./bench-server";
import { type FloorApp, startFloorApp } from "./floor-app";

type Measure = {
  name: string;
  value: number;
  unit: string;
  floor: number;
  ratio: number;
  goal: string;
  ok: boolean;
};

const WRITERS = 50;
const ROUNDS = 300;

type Stage = { server: BenchServer; floor: FloorApp; reviewId: string; entries: string[]; quiet: string };
let made: Promise<Stage> | undefined;

async function stage(): Promise<Stage> {
  const server = await startBenchServer(WRITERS + 2);
  await server.owner("create table floor (id int primary key, name text)");
  await server.owner("insert into floor select n, 'x' from generate_series(1, 1000) n");
  const { reviewId } = await SCENARIOS.large!(server.actor);
  const [system] = await server.owner<{ id: string }>("select id from system limit 1");
  const quiet = await createReview(server.actor, system!.id, { title: "Another review", artifact: "Plugin" });
  const rows = await server.owner<{ id: string }>(
    "select id from entry_point where review_id = $1 order by number",
    [reviewId],
  );
  await endPool();
  const floor = await startFloorApp(server.ownerUrl);
  return { server, floor, reviewId, entries: rows.map(({ id }) => id), quiet: quiet.id };
}

const onStage = (): Promise<Stage> => {
  made ??= stage();
  return made;
};

async function call(
  url: string,
  method: string,
  body: unknown,
  token?: string,
): Promise<{ versions: Record<string, number> }> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<{ versions: Record<string, number> }>;
}

async function timed(rounds: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const start = performance.now();
    await work(n);
    times.push(performance.now() - start);
  }
  return median(times);
}

/** One writer, a rule-read cell of an entry point in the large review, against the bare route. */
async function oneWriter(): Promise<Measure> {
  const { server, floor, reviewId, entries } = await onStage();
  const token = server.tokens[WRITERS + 1]!;
  let version = 0;
  const save = async (n: number) => {
    const cell = { state: "value", value: `job:run ${n}` };
    const url = `${server.url}/api/v1/reviews/${reviewId}/entry-points/${entries[0]}`;
    const saved = await call(url, "PATCH", { cells: { permission: { cell, version } } }, token);
    version = saved.versions.permission!;
  };
  const bare = (n: number) => call(`${floor.url}/save`, "PATCH", { id: 1 + (n % 1000), name: `n${n}` });
  for (let n = 0; n < 30; n++) {
    await save(n);
    await bare(n);
  }
  const value = await timed(ROUNDS / 2, save);
  const under = await timed(ROUNDS, bare);
  const again = await timed(ROUNDS / 2, (n) => save(n + ROUNDS));
  const middle = (value + again) / 2;
  return {
    name: "save a cell over HTTP, one writer, median",
    value: middle,
    unit: "ms",
    floor: under,
    ratio: middle / under,
    goal: "≤ 3 × a bare route",
    ok: middle / under <= 3,
  };
}

/** Another review's read while fifty people write into the large one. */
async function readUnderLoad(): Promise<Measure> {
  const { server, floor, reviewId, entries, quiet } = await onStage();
  const url = `${server.url}/api/v1/reviews/${quiet}/artifacts`;
  const reader = server.tokens[WRITERS]!;
  const read = () => call(url, "GET", undefined, reader);
  await timed(30, read);
  const idle = await timed(120, read);
  let isOver = false;
  const writing = server.tokens.slice(0, WRITERS).map(async (token, n) => {
    let version = 0;
    for (let at = 0; !isOver; at++) {
      const cell = { state: "value", value: `writer ${n} ${at}` };
      const row = `${server.url}/api/v1/reviews/${reviewId}/entry-points/${entries[n + 1]}`;
      version = (await call(row, "PATCH", { cells: { notes: { cell, version } } }, token)).versions.notes!;
    }
  });
  await timed(10, read);
  const loaded = await timed(120, read);
  isOver = true;
  await Promise.all(writing);
  await floor.stop();
  await server.stop();
  return {
    name: "read another review under 50 writers, median",
    value: loaded,
    unit: "ms",
    floor: idle,
    ratio: loaded / idle,
    goal: "< 3 × its idle median",
    ok: loaded / idle < 3,
  };
}

export const measures: Array<() => Promise<Measure>> = [oneWriter, readUnderLoad];
