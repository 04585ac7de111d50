import { afterAll, beforeAll, expect, it } from "vitest";
import { derive } from "@/lib/authority/derive";
import type { Actor } from "@/lib/identity/actor";
import { isOpenItem } from "@/lib/review/open-items";
import { attachConfiguration } from "@/lib/review/server/configurations-attach";
import { attachBody } from "@/lib/review/server/configurations-input";
import { previewConfiguration } from "@/lib/review/server/configurations-preview";
import { bundleDeriveWorker } from "../../support/derive-worker";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let ada: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
  ada = await world.member("Ada", "reviewer");
  await bundleDeriveWorker();
});
afterAll(() => database.drop());

/** A judge of submitted programs as such products are shipped: privileged, on one network, with its stores. */
const JUDGE = `services:
  api:
    image: registry.example/judge/api
    volumes: [./judge.conf:/usr/src/api/judge.conf:ro]
    ports: ["3000:3000"]
    privileged: true
    restart: always
  worker:
    image: registry.example/judge/api
    command: [./scripts/run-workers]
    volumes: [./judge.conf:/usr/src/api/judge.conf:ro]
    privileged: true
    restart: always
  db:
    image: postgres:9.6
    env_file: judge.conf
    volumes: [./srv/postgres-data:/var/lib/postgresql/data/]
    restart: always
  redis:
    image: redis:4.0
    command: [bash, -c, 'docker-entrypoint.sh --appendonly yes --requirepass "$$REDIS_PASSWORD"']
    env_file: judge.conf
    volumes: [./srv/redis-data:/data]
    restart: always
`;

it("opens a judge of submitted programs with at most 25 items, and misses no row", async () => {
  const { reviewId } = await world.review();
  const files = [{ name: "compose.yml", text: JUDGE }];
  const input = { files, environment: "production", provenance: "captured" as const };
  const signal = new AbortController().signal;
  const { configDigest, containers } = await previewConfiguration(ada, reviewId, input, signal);
  const roles = containers.map(({ workload, container }) => ({
    workload,
    container,
    role: workload === "service worker" ? "runs-submitted-code" : "neighbour",
  }));
  await attachConfiguration(ada, reviewId, attachBody.parse({ ...input, configDigest, roles }), signal);
  const findings = await world.owner<{ rule_id: string; severity: never; state: string }>(
    "select rule_id, severity, state from finding where review_id = $1",
    [reviewId],
  );
  const open = findings.filter(({ severity, state }) => state === "open" && isOpenItem(severity));
  const rows = await world.owner<{ key: string }>("select key from capability where review_id = $1", [
    reviewId,
  ]);
  const derived = derive({
    path: "compose.yml",
    files: [{ name: "compose.yml", bytes: new TextEncoder().encode(JUDGE) }],
  });
  expect(open.map(({ rule_id }) => rule_id).sort()).toContain("CAP-08");
  expect(open.length).toBeLessThanOrEqual(25);
  expect(rows.map(({ key }) => key).sort()).toEqual(derived.capabilities.map(({ key }) => key).sort());
});
