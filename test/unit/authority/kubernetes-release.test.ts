import { describe, expect, test } from "vitest";
import { driftBetween } from "@/lib/authority/drift";
import { tuplesOf } from "@/lib/authority/tuples";
import { compareTuples } from "@/lib/authority/wider";
import { exportOf, RENDERED } from "./fixtures/release";
import { codesOf, deriveTexts } from "./from-text";

const rendered = deriveTexts(RENDERED);
const exported = deriveTexts(exportOf({}));
const keysOf = (result: typeof rendered) => result.capabilities.map((row) => row.key).sort();

describe("a rendered chart and the cluster's export of the same release", () => {
  test("hold the same workloads: what a controller made is its controller's", () => {
    expect(rendered.workloads.map(({ ref }) => ref).sort()).toEqual([
      "CronJob default/cleanup",
      "Deployment default/runner",
    ]);
    expect(exported.workloads.map(({ ref }) => ref).sort()).toEqual([
      "CronJob shop/cleanup",
      "Deployment shop/runner",
    ]);
    expect(codesOf(exported).filter((code) => code.startsWith("error"))).toEqual([]);
  });

  test("have the same keys and one authorityDigest", () => {
    const compared = compareTuples(tuplesOf(rendered), tuplesOf(exported));
    expect({ ...compared, same: [] }).toEqual({ same: [], wider: [], narrower: [], incomparable: [] });
    expect(keysOf(exported)).toEqual(keysOf(rendered));
    expect(exported.authorityDigest).toBe(rendered.authorityDigest);
  });

  test.each([
    ["another tag", { tag: "1.5.0" }],
    ["a rotated secret", { secret: "pT72ma-second-84wX" }],
    ["other replicas", { replicas: 9 }],
    ["another checksum", { checksum: "99aa" }],
  ])("%s leaves the authority as it is", (_, change) => {
    const later = deriveTexts(exportOf(change));
    expect(later.authorityDigest).toBe(exported.authorityDigest);
    expect(driftBetween(exported, later)).toMatchObject({ wider: [], narrower: [], new: [], gone: [] });
  });

  test("a rotated secret leaves the configuration's digest as it is, and none is shown", () => {
    expect(deriveTexts(exportOf({ secret: "pT72ma-second-84wX" })).digest).toBe(exported.digest);
    expect(JSON.stringify(exported)).not.toMatch(/zQ81kd/);
  });

  test("one more mount is wider, and nothing else is", () => {
    const more = RENDERED.replace(
      "        - { name: work, mountPath: /work }\n",
      "        - { name: work, mountPath: /work }\n        - { name: logs, mountPath: /again }\n",
    );
    const { wider, narrower, incomparable } = compareTuples(tuplesOf(exported), tuplesOf(deriveTexts(more)));
    expect(wider.map(({ after }) => [after?.family, after?.anchor, after?.access])).toEqual([
      ["host-path", "/var/log", "read-write"],
      ["host-path-sensitive", "/var/log", "read-write"],
    ]);
    expect([narrower, incomparable]).toEqual([[], []]);
  });

  test("pods alone, without what made them, stand under it as well", () => {
    const deployment = exportOf({}).slice(
      0,
      exportOf({}).indexOf("- apiVersion: apps/v1\n  kind: ReplicaSet"),
    );
    const pods = deriveTexts(deployment);
    expect(pods.workloads.map(({ owner }) => owner)).toEqual(["Deployment shop/runner"]);
    const ofRunner = (result: typeof pods) =>
      tuplesOf(result).filter(
        ({ workload, family }) => workload === "Deployment runner" && family === "host-path",
      );
    expect(ofRunner(pods)).toEqual(ofRunner(rendered));
  });
});
