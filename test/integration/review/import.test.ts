import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { authorityPage } from "@/lib/review/server/authority-page";
import { decideCapabilities } from "@/lib/review/server/capabilities-decide";
import { capabilityDetail, capabilityPatch } from "@/lib/review/server/capabilities-detail";
import { capabilityOrder, capabilityWindow } from "@/lib/review/server/capabilities-read";
import { attachConfiguration } from "@/lib/review/server/configurations-attach";
import { attachBody } from "@/lib/review/server/configurations-input";
import { previewConfiguration } from "@/lib/review/server/configurations-preview";
import { configurationDetail } from "@/lib/review/server/configurations-read";
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

const NONE = new AbortController().signal;

/** A pod of a main and an init container, shaped like a small proxy that a team would deploy. */
const MANIFEST = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: runner
spec:
  template:
    metadata:
      labels: { app: runner }
    spec:
      initContainers:
        - name: fetch
          image: registry.example.com/fetch:1
      containers:
        - name: runner
          image: registry.example.com/runner:1
          env:
            - name: API_KEY
              value: "sk-abcdefghijklmnop1234" # the old one was sk-zyxwvutsrqponmlk9876
          volumeMounts:
            - { name: logs, mountPath: /logs, readOnly: true }
      volumes:
        - name: logs
          hostPath: { path: /var/cache/runner }
`;

const input = (text: string, environment = "production") => ({
  files: [{ name: "runner.yaml", text }],
  environment,
  provenance: "captured" as const,
});

async function attach(reviewId: string, text: string, environment?: string, roles: object[] = []) {
  const body = input(text, environment);
  const { configDigest } = await previewConfiguration(ada, reviewId, body, NONE);
  return attachConfiguration(ada, reviewId, attachBody.parse({ ...body, configDigest, roles }), NONE);
}

const RUNS = [
  { workload: "Deployment default/runner", container: "runner", role: "runs-submitted-code" },
  { workload: "Deployment default/runner", container: "fetch", role: "neighbour" },
];

const rowsOf = async (reviewId: string, q = "") => {
  const { numbers } = await capabilityOrder(ada, reviewId, { q, filters: [], sort: [] });
  return capabilityWindow(ada, reviewId, numbers);
};

describe("attaching a configuration", () => {
  it("says in a preview which containers it runs and writes nothing", async () => {
    const { reviewId } = await world.review();
    const preview = await previewConfiguration(ada, reviewId, input(MANIFEST), NONE);
    expect(
      preview.containers.map(({ workload, container, kind, suggestion }) => [
        workload,
        container,
        kind,
        suggestion,
      ]),
    ).toEqual([
      ["Deployment default/runner", "runner", "main", null],
      ["Deployment default/runner", "fetch", "init", "neighbour"],
    ]);
    expect(preview.against).toBeNull();
    expect(preview.counts.new).toBe(preview.capabilities);
    const [written] = await world.owner<{ n: number }>(
      "select (select count(*) from configuration where review_id = $1)::int + (select count(*) from event where review_id = $1)::int as n",
      [reviewId],
    );
    expect(written?.n).toBe(0);
  });

  it("makes executors with their roles and a row for everything that is granted", async () => {
    const { reviewId } = await world.review();
    const attached = await attach(reviewId, MANIFEST, "production", RUNS);
    const executors = await world.owner<{ name: string; role: string }>(
      "select name, role from executor where review_id = $1 order by number",
      [reviewId],
    );
    expect(executors).toEqual([
      { name: "runner", role: "runs-submitted-code" },
      { name: "runner/fetch", role: "neighbour" },
    ]);
    const rows = await rowsOf(reviewId);
    expect(rows).toHaveLength(attached.counts.new);
    const path = rows.find(({ catalogueId }) => catalogueId === "host-path-ro");
    expect(path).toMatchObject({ anchor: "/var/cache/runner", file: "runner.yaml", origin: "explicit" });
    const page = await authorityPage(ada, reviewId);
    expect(page.byNeed.live).toBe(rows.length);
  });

  it("greets nobody with a wall of red, and leaves no row out", async () => {
    const { reviewId } = await world.review();
    const preview = await previewConfiguration(ada, reviewId, input(MANIFEST), NONE);
    const attached = await attach(reviewId, MANIFEST, "production", RUNS);
    expect(attached.counts.new).toBe(preview.capabilities);
    const [open] = await world.owner<{ n: number }>(
      "select count(*)::int as n from finding where review_id = $1 and state = 'open'",
      [reviewId],
    );
    expect(open?.n).toBeGreaterThan(0);
    expect(open?.n).toBeLessThanOrEqual(15);
  });

  it("never stores or shows a literal secret, in a value or in a comment", async () => {
    const { reviewId } = await world.review();
    const { id } = await attach(reviewId, MANIFEST, "production", RUNS);
    const detail = await configurationDetail(ada, reviewId, id);
    expect(detail.files[0]?.text.split("\n")).toHaveLength(MANIFEST.split("\n").length);
    const everything = await world.owner<{ text: string }>(
      `select coalesce(string_agg(t::text, ' '), '') as text from (
         select to_jsonb(k) as t from configuration k union all select to_jsonb(f) from configuration_file f
         union all select to_jsonb(c) from capability c union all select to_jsonb(g) from capability_grant g
         union all select to_jsonb(e) from event e) x`,
    );
    expect(everything[0]?.text).not.toContain("sk-abcdefghijklmnop1234");
    expect(everything[0]?.text).not.toContain("sk-zyxwvutsrqponmlk9876");
    expect(JSON.stringify(detail)).not.toContain("sk-abcdefghijklmnop1234");
  });

  it("keeps decisions of unchanged rows, widens in place, closes what is gone and brings it back as decided", async () => {
    const { reviewId } = await world.review();
    await attach(reviewId, MANIFEST, "production", RUNS);
    const before = await rowsOf(reviewId);
    const path = before.find(({ catalogueId }) => catalogueId === "host-path-ro")!;
    const secret = before.find(({ catalogueId }) => catalogueId === "secret-literal")!;
    const decided = await decideCapabilities(ada, reviewId, {
      target: { rows: [path, secret].map(({ id }) => ({ id, version: 0 })) },
      decision: "needed",
      justification: { purpose: "The runner writes its cache there." },
    });
    expect(decided.decided).toEqual([path.number, secret.number].sort((a, b) => a - b));

    const wider = MANIFEST.replace(", readOnly: true", "").replace(/ {10}env:[\s\S]*?# the old[^\n]*\n/, "");
    const preview = await previewConfiguration(ada, reviewId, input(wider), NONE);
    expect(preview.against).toMatchObject({ number: 1, sameAuthority: false });
    expect(preview.counts).toMatchObject({ wider: 1, new: 0, gone: 1 });
    expect(preview.rows.wider[0]).toMatchObject({
      before: { access: "read", line: expect.any(Number) },
      after: { access: "read-write", line: expect.any(Number) },
    });
    const again = await attach(reviewId, wider);
    expect(again.counts).toMatchObject({ new: 0, closed: 1, executors: 0 });
    const after = await rowsOf(reviewId);
    expect(after.find(({ id }) => id === path.id)).toMatchObject({
      number: path.number,
      catalogueId: "host-path-rw",
      decision: "needed",
      justificationId: decided.justification?.id,
    });
    expect(after.find(({ id }) => id === secret.id)).toBeUndefined();
    const [finding] = await world.owner<{ rule_id: string }>(
      "select rule_id from finding where review_id = $1 and rule_id = 'CAP-13' and state = 'open'",
      [reviewId],
    );
    expect(finding).toBeDefined();

    const back = await attach(reviewId, MANIFEST);
    expect(back.counts.new).toBe(0);
    const restored = (await rowsOf(reviewId)).find(({ id }) => id === secret.id);
    expect(restored).toMatchObject({ closedAt: null, decision: "needed", number: secret.number });
  });

  it("closes a row only when no environment grants it any more", async () => {
    const { reviewId } = await world.review();
    await attach(reviewId, MANIFEST, "production", RUNS);
    const staging = await attach(
      reviewId,
      MANIFEST.replace("name: runner\nspec", "name: runner\n  namespace: staging\nspec"),
      "staging",
    );
    expect(staging.counts).toMatchObject({ new: 0, executors: 0 });
    const without = MANIFEST.replace(/ {6}volumes:[\s\S]*$/, "").replace(/ {10}volumeMounts:[\s\S]*$/, "");
    const production = await attach(reviewId, without, "production");
    expect(production.counts.closed).toBe(0);
    const path = (await rowsOf(reviewId, "/var/cache")).at(0)!;
    const detail = await capabilityDetail(ada, reviewId, path.id);
    expect(detail.grant).toMatchObject({ environment: "staging" });
    const last = await attach(reviewId, without, "staging");
    expect(last.counts.closed).toBe(1);
  });

  it("refuses what is not what was previewed, and what holds no workload, in a sentence with its place", async () => {
    const { reviewId } = await world.review();
    const body = input(MANIFEST);
    const { configDigest } = await previewConfiguration(ada, reviewId, body, NONE);
    const other = attachBody.parse({ ...input(MANIFEST.replace("/var/cache", "/var/log")), configDigest });
    await expect(attachConfiguration(ada, reviewId, other, NONE)).rejects.toThrow(
      /not the configuration that was previewed/,
    );
    const broken = await previewConfiguration(ada, reviewId, input("a: b: c\n\t- x"), NONE);
    expect(broken.notes.some(({ level, message }) => level === "error" && /line 1/.test(message))).toBe(true);
    const nothing = attachBody.parse({ ...input("a: b: c\n\t- x"), configDigest: broken.configDigest });
    await expect(attachConfiguration(ada, reviewId, nothing, NONE)).rejects.toThrow(/line 1/);
  });

  it("shows the source lines and a patch for a row", async () => {
    const { reviewId } = await world.review();
    await attach(reviewId, MANIFEST, "production", RUNS);
    const path = (await rowsOf(reviewId, "/var/cache")).at(0)!;
    const detail = await capabilityDetail(ada, reviewId, path.id);
    expect(detail.excerpt?.lines[detail.excerpt.line - detail.excerpt.firstLine]).toContain("hostPath");
    expect(detail.catalogue?.title).toBeTruthy();
    expect((await capabilityPatch(ada, reviewId, path.id)).text).toContain("runner.yaml");
  });

  it("can be cancelled", async () => {
    const { reviewId } = await world.review();
    const controller = new AbortController();
    const preview = previewConfiguration(ada, reviewId, input(MANIFEST), controller.signal);
    controller.abort();
    await expect(preview).rejects.toThrow(/cancelled/);
  });

  it("writes ten thousand rows as one event", async () => {
    const { reviewId } = await world.review();
    const many = Array.from({ length: 310 }, (_, n) =>
      MANIFEST.replace("name: runner\n", `name: runner-${n}\n`),
    ).join("---\n");
    const attached = await attach(reviewId, many);
    expect(attached.counts.new).toBeGreaterThan(10_000);
    const events = await world.owner<{ payload: { changed?: number; changes?: unknown } }>(
      "select payload from event where review_id = $1",
      [reviewId],
    );
    expect(events).toHaveLength(1);
    expect(events[0]?.payload.changed).toBeGreaterThan(20_000);
    const order = await capabilityOrder(ada, reviewId, {
      q: "",
      filters: [],
      sort: [{ id: "severity", desc: false }],
    });
    expect(order.numbers).toHaveLength(attached.counts.new);
  }, 120_000);
});
