import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { attachConfiguration } from "@/lib/review/server/configurations-attach";
import { configurationDrift } from "@/lib/review/server/configurations-drift";
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

const pod = (mounts: string, more = "") => `apiVersion: v1
kind: Pod
metadata: {name: runner}
spec:
  containers:
    - name: runner
      image: registry.example.com/runner:1
      volumeMounts: [${mounts}]${more}
  volumes:
    - {name: logs, hostPath: {path: /srv/logs}}
    - {name: cache, hostPath: {path: /srv/cache}}
`;
const LOGS_READ = "{name: logs, mountPath: /logs, readOnly: true}";
const LOGS_WRITE = "{name: logs, mountPath: /logs}";
const CACHE = "{name: cache, mountPath: /cache}";
const LIMIT = "\n      resources: {limits: {memory: 1Gi}}";

async function attach(reviewId: string, text: string, environment = "production") {
  const input = { files: [{ name: "pod.yaml", text }], environment, provenance: "captured" as const };
  const signal = new AbortController().signal;
  const { configDigest } = await previewConfiguration(ada, reviewId, input, signal);
  const roles = [{ workload: "Pod default/runner", container: "runner", role: "runs-submitted-code" }];
  return attachConfiguration(ada, reviewId, attachBody.parse({ ...input, configDigest, roles }), signal);
}

describe("how a configuration differs from the one before it", () => {
  it("tells wider, new, gone and lifted limits apart, each with its line and its capability", async () => {
    const { reviewId } = await world.review();
    await attach(reviewId, pod(LOGS_READ, LIMIT));
    await attach(reviewId, pod(LOGS_READ), "staging");
    const { id } = await attach(reviewId, pod(`${LOGS_WRITE}, ${CACHE}`));
    const drift = await configurationDrift(ada, reviewId, id);
    expect(drift.against).toMatchObject({ number: 1, environment: "production", sameAuthority: false });
    expect(drift.rows.wider.map(({ title }) => title)).toEqual(["Host files, writable: /srv/logs"]);
    const [wider] = drift.rows.wider;
    expect([wider!.before!.access, wider!.after!.access]).toEqual(["read", "read-write"]);
    expect(drift.places[wider!.key]).toMatchObject({
      capability: { number: expect.any(Number) },
      lines: { after: expect.stringContaining("/srv/logs") },
    });
    const cache = drift.rows.new.find(({ title }) => title.endsWith("/srv/cache"));
    expect(drift.places[cache!.key]!.lines).toEqual({
      before: null,
      after: expect.stringContaining("/srv/cache"),
    });
    expect(drift.bounds.wider).toEqual(["Pod runner [runner], memory: 1 GiB → no limit"]);
    expect(drift.others.map(({ number, environment }) => [number, environment])).toEqual([
      [2, "staging"],
      [1, "production"],
    ]);
  });

  it("turns round when the older one is asked about", async () => {
    const { reviewId } = await world.review();
    const first = await attach(reviewId, pod(LOGS_READ));
    const second = await attach(reviewId, pod(LOGS_WRITE));
    const drift = await configurationDrift(ada, reviewId, first.id, second.id);
    expect(drift.counts).toMatchObject({ wider: 0, narrower: 1 });
  });

  it("has nothing to say of the first of its environment, nor of what the review does not have", async () => {
    const { reviewId } = await world.review();
    const first = await attach(reviewId, pod(LOGS_READ));
    expect(await configurationDrift(ada, reviewId, first.id)).toMatchObject({ against: null, others: [] });
    const elsewhere = await world.review();
    await expect(configurationDrift(ada, elsewhere.reviewId, first.id)).rejects.toMatchObject({
      problem: { code: "not-found" },
    });
    await expect(configurationDrift(ada, reviewId, first.id, elsewhere.reviewId)).rejects.toMatchObject({
      problem: { code: "not-found" },
    });
  });
});
