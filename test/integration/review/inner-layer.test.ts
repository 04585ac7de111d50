import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import { decideCapabilities } from "@/lib/review/server/capabilities-decide";
import { capabilityOrder, capabilityWindow } from "@/lib/review/server/capabilities-read";
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

const NONE = new AbortController().signal;
const POD = `apiVersion: v1
kind: Pod
metadata: { name: runner }
spec:
  containers:
    - name: main
      image: registry.example.com/runner:1
`;
const SANDBOX = "#!/bin/sh\nexec bwrap --unshare-all --die-with-parent --ro-bind /usr /usr python3\n";
const INSIDE = { workload: "Pod default/runner", container: "main" };

async function attach(reviewId: string, files: { name: string; text: string }[], layers?: object[]) {
  const body = { files, environment: "production", provenance: "captured" as const };
  const { configDigest } = await previewConfiguration(ada, reviewId, body, NONE);
  const roles = [{ ...INSIDE, role: "runs-submitted-code" }];
  return attachConfiguration(ada, reviewId, attachBody.parse({ ...body, configDigest, roles, layers }), NONE);
}
const rowsOf = async (reviewId: string) => {
  const { numbers } = await capabilityOrder(ada, reviewId, { q: "", filters: [], sort: [] });
  return capabilityWindow(ada, reviewId, numbers);
};

it("a layer's rows stand on the executor that it runs inside, and each row says what the layer does to it", async () => {
  const { reviewId } = await world.review();
  const files = [
    { name: "pod.yaml", text: POD },
    { name: "sandbox.sh", text: SANDBOX },
  ];
  await attach(reviewId, files, [{ workload: "bwrap python3", inside: INSIDE }]);
  const [executor, ...others] = await readSql(ada, (sql) =>
    sql.query<{ id: string; layers: unknown }>("select id, layers from executor where review_id = $1", [
      reviewId,
    ]),
  );
  expect(others).toEqual([]);
  expect(executor?.layers).toEqual([{ kind: "bwrap", note: "" }]);

  const rows = await rowsOf(reviewId);
  const inner = rows.filter(({ workload }) => workload === "bwrap python3");
  expect(inner.length).toBeGreaterThan(0);
  for (const row of inner) {
    expect(row).toMatchObject({
      executorId: executor!.id,
      layer: "bwrap",
      layerSays: "granted inside bwrap",
    });
  }
  const outer = (catalogueId: string) =>
    rows.find((row) => row.workload === "Pod default/runner" && row.catalogueId === catalogueId)?.layerSays;
  expect(outer("egress-any")).toBe("reached only if bwrap fails");
  expect(outer("memory-unlimited")).toBe("granted inside bwrap");
  expect(outer("run-as-root")).toBe("unknown whether bwrap keeps it away");
  expect(outer("image-mutable")).toBeNull();

  const seccomp = inner.find(({ catalogueId }) => catalogueId === "seccomp-unconfined")!;
  await decideCapabilities(ada, reviewId, {
    target: { rows: [{ id: seccomp.id, version: 0 }] },
    decision: "fix",
  });
  const decided = (await rowsOf(reviewId)).find(({ id }) => id === seccomp.id);
  expect(decided).toMatchObject({ decision: "fix", layer: "bwrap" });

  await attach(reviewId, files);
  const again = await rowsOf(reviewId);
  expect(again.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(again.find(({ id }) => id === seccomp.id)?.decision).toBe("fix");
});

it("a review without such a layer says nothing of layers", async () => {
  const { reviewId } = await world.review();
  await attach(reviewId, [{ name: "pod.yaml", text: POD }]);
  expect((await rowsOf(reviewId)).every(({ layerSays }) => layerSays === null)).toBe(true);
});
