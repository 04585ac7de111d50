import { describe, expect, it } from "vitest";
import type { Capability } from "@/lib/review/content";
import { askingOf, isAsked } from "@/lib/rules/asking";
import {
  exampleCapability,
  exampleExecutor,
  exampleGrant,
  exampleJustification,
  exampleMissingLimit,
  exampleReview,
  quietContent,
} from "@/lib/rules/example-content";
import { fired, of } from "./fired";

const web = { workload: "Deployment web" };
const runner = exampleExecutor(1, { ...web, container: "runner" });
const proxy = exampleExecutor(2, { ...web, container: "proxy", name: "Proxy", role: "neighbour" });
const ofPod = (number: number, more: Partial<Capability> = {}) =>
  exampleCapability(number, { executorId: null, ...web, ...more });
const held = (...capabilities: Capability[]) => quietContent({ capabilities });
const undetermined = exampleGrant({ origin: "unknown" });

describe("grants that serve no stated need (CAP-01)", () => {
  it("are one finding for an executor, at most high, in the reading order of the groups", () => {
    const content = held(
      exampleCapability(1, { group: "network", catalogueId: "egress-any" }),
      exampleCapability(2, { group: "credentials", catalogueId: "cloud-identity", severity: "critical" }),
      exampleCapability(3, { group: "network", catalogueId: "cluster-lateral", severity: "medium" }),
    );
    expect(of("CAP-01", content)).toEqual([
      {
        ruleId: "CAP-01",
        target: "executor:X1",
        severity: "high",
        reason: "In Sandbox (X1) 3 grants serve no stated need (credentials and identity 1, network 2).",
        lists: ["capability:C2", "capability:C1", "capability:C3"],
      },
    ]);
  });

  it("take the worst severity among them", () => {
    const content = held(
      exampleCapability(1, { severity: "low" }),
      exampleCapability(2, { severity: "medium" }),
    );
    expect(of("CAP-01", content)[0]?.severity).toBe("medium");
  });

  it("stay surplus when they are called needed, or justified without a purpose", () => {
    expect(fired(held(exampleCapability(1, { decision: "needed" })))).toEqual(["CAP-01 executor:X1"]);
    const blank = quietContent({
      capabilities: [exampleCapability(1, { decision: "needed", justificationId: "J1" })],
      justifications: [exampleJustification(1, { purpose: " ", limit: null, enforcer: null })],
    });
    expect(fired(blank)).toEqual(["CAP-01 executor:X1"]);
  });

  it("are settled by baseline, layer and accept, and leave with archiving and closing", () => {
    const content = held(
      exampleCapability(1, { decision: "baseline" }),
      exampleCapability(2, { decision: "layer" }),
      exampleCapability(3, { decision: "accept" }),
      exampleCapability(4, { archivedAt: "2026-11-30T10:00:00.000Z" }),
      exampleCapability(5, { closedAt: "2026-11-30T10:00:00.000Z", grant: null }),
      exampleCapability(6, { class: "claim" }),
    );
    expect(fired(content)).toEqual([]);
  });

  it("count once where two rows are degrees of one cause", () => {
    const content = held(
      exampleCapability(1, { anchor: "/var/log" }),
      exampleCapability(2, { anchor: "/var/log", catalogueId: "host-path-sensitive", endsConfinement: true }),
      exampleCapability(3, { catalogueId: "egress-any", family: "egress", group: "network" }),
      exampleCapability(4, { catalogueId: "egress-dns-any", family: "egress", group: "network" }),
    );
    expect(of("CAP-01", content)[0]?.lists).toEqual(["capability:C3"]);
    expect(of("CAP-08", content).map((finding) => finding.target)).toEqual(["capability:C2"]);
  });
});

describe("what is asked of whom", () => {
  const token = ofPod(1, { catalogueId: "k8s-api-token", group: "credentials" });
  const volume = exampleCapability(2, { executorId: "X2", catalogueId: "shared-volume" });
  const path = exampleCapability(3, { executorId: "X2", title: "Host directory /srv" });

  it("asks a neighbour about identity, secrets, shared volumes and exposure only", () => {
    const content = quietContent({ executors: [runner, proxy], capabilities: [volume, path] });
    expect(of("CAP-01", content)).toMatchObject([{ target: "executor:X2", lists: ["capability:C2"] }]);
    expect(isAsked(volume, content.executors)).toBe(true);
    expect(askingOf(path, content.executors)).toBe("neighbour");
  });

  it("counts what the pod holds for each executor of submitted code of that pod, and not again for a neighbour", () => {
    const second = exampleExecutor(3, { ...web, container: "worker" });
    const content = quietContent({ executors: [runner, proxy, second], capabilities: [token] });
    expect(of("CAP-01", content).map((finding) => finding.target)).toEqual(["executor:X1", "executor:X3"]);
  });

  it("asks a neighbour alone in its pod about its identity", () => {
    const content = quietContent({ executors: [exampleExecutor(1), proxy], capabilities: [token] });
    expect(fired(content)).toEqual(["CAP-01 executor:X2"]);
  });

  it("asks nothing of what is out of scope, of claims, and of containers that nobody has placed", () => {
    const outside = { ...proxy, role: "out-of-scope" as const };
    expect(askingOf(volume, [runner, outside])).toBe("out-of-scope");
    expect(askingOf(volume, [runner, { ...proxy, role: null }])).toBe("unplaced");
    expect(askingOf(volume, [runner])).toBe("nobody-holds-it");
    expect(askingOf({ ...volume, class: "claim" }, [runner, proxy])).toBe("claim");
    expect(fired(quietContent({ executors: [runner, outside], capabilities: [volume, path] }))).toEqual([]);
  });
});

describe("missing limits (CAP-04) and what cannot be determined (CAP-07)", () => {
  it("are one finding each, and no row is in two", () => {
    const content = held(
      exampleMissingLimit(1),
      exampleMissingLimit(2, { catalogueId: "cpu-unlimited", severity: "medium" }),
      exampleMissingLimit(3, { catalogueId: "run-as-root", group: "kernel", grant: undetermined }),
      exampleCapability(4, { catalogueId: "rbac-unresolved", group: "credentials", grant: undetermined }),
    );
    expect(fired(content)).toEqual(["CAP-04 executor:X1", "CAP-07 executor:X1"]);
    expect(of("CAP-04", content)[0]).toMatchObject({
      severity: "high",
      reason: "In Sandbox (X1) 2 limits are missing and undecided (resources and time 2).",
    });
    expect(of("CAP-07", content)[0]).toMatchObject({
      severity: "medium",
      lists: ["capability:C4", "capability:C3"],
    });
  });

  it("take every decision, and an answer turns the unknown grant into a surplus one", () => {
    const decided = (["fix", "baseline", "layer", "accept"] as const).map((decision, at) =>
      exampleMissingLimit(at + 1, { decision }),
    );
    expect(fired(held(...decided))).toEqual([]);
    expect(fired(held(exampleCapability(1, { decision: "needed", grant: undetermined })))).toEqual([
      "CAP-01 executor:X1",
    ]);
  });
});

describe("what was decided to go (CAP-05)", () => {
  it("fires while the newest configuration grants it, and says where", () => {
    expect(of("CAP-05", held(exampleCapability(7, { decision: "remove", title: "docker.sock" })))).toEqual([
      {
        ruleId: "CAP-05",
        target: "capability:C7",
        severity: "high",
        reason:
          "docker.sock (C7) is to be removed, and the newest configuration still grants it (runner.yaml:31).",
        lists: ["capability:C7"],
      },
    ]);
  });

  it("is quiet for a row made by hand, of which no configuration says anything", () => {
    expect(fired(held(exampleCapability(1, { decision: "remove", grant: null, key: null })))).toEqual([]);
  });
});

describe("what ends confinement (CAP-08)", () => {
  const socket = (more: Partial<Capability> = {}) =>
    exampleCapability(1, {
      catalogueId: "runtime-socket",
      severity: "critical",
      endsConfinement: true,
      ...more,
    });

  it("stands alone, and is counted nowhere else", () => {
    expect(fired(held(socket()))).toEqual(["CAP-08 capability:C1"]);
    expect(fired(held(socket({ class: "missing-limit", catalogueId: "proc-unmasked" })))).toEqual([
      "CAP-08 capability:C1",
    ]);
    expect(fired(held(socket({ class: "claim", catalogueId: "sandbox-disabled" })))).toEqual([
      "CAP-08 capability:C1",
    ]);
    expect(fired(held(socket({ grant: undetermined })))).toEqual(["CAP-08 capability:C1"]);
  });

  it("is not silenced by a purpose or a decision", () => {
    const justified = quietContent({
      capabilities: [socket({ decision: "needed", justificationId: "J1" })],
      justifications: [exampleJustification(1)],
    });
    expect(fired(justified)).toEqual(["CAP-08 capability:C1"]);
    expect(fired(held(socket({ decision: "accept" })))).toEqual(["CAP-08 capability:C1"]);
    expect(fired(held(socket({ decision: "remove" })))).toEqual([
      "CAP-05 capability:C1",
      "CAP-08 capability:C1",
    ]);
  });

  it("is one finding for a row of the pod, and needs an executor of submitted code", () => {
    const row = ofPod(1, { catalogueId: "host-pid", endsConfinement: true });
    const second = exampleExecutor(3, { ...web, container: "worker" });
    const both = quietContent({ executors: [runner, second], capabilities: [row] });
    expect(of("CAP-08", both)).toMatchObject([
      { target: "capability:C1", lists: ["executor:X1", "executor:X3"] },
    ]);
    const neighbour = quietContent({ executors: [exampleExecutor(1), proxy], capabilities: [row] });
    expect(fired(neighbour)).toEqual([]);
  });

  it("is one finding for one mount, which lists what else the mount is", () => {
    const anchor = "/var/run/docker.sock";
    const mount = (number: number, catalogueId: string, endsConfinement: boolean, where = anchor) =>
      exampleCapability(number, { catalogueId, anchor: where, endsConfinement });
    const path = mount(1, "host-path-rw", false);
    const sensitive = mount(2, "host-path-sensitive", true);
    const whole = held(path, sensitive, mount(3, "runtime-socket", true));
    expect(of("CAP-08", whole)).toMatchObject([
      { target: "capability:C3", lists: ["executor:X1", "capability:C1", "capability:C2"] },
    ]);
    expect(fired(whole)).toEqual(["CAP-08 capability:C3"]);
    // A disk is the more particular of the two; a device that ends nothing does not hide a path that does.
    expect(fired(held(sensitive, mount(3, "device-access", true)))).toEqual(["CAP-08 capability:C3"]);
    expect(fired(held(sensitive, mount(3, "device-access", false)))).toEqual(["CAP-08 capability:C2"]);
    // Two mounts are two causes.
    expect(fired(held(sensitive, mount(3, "runtime-socket", true, "/run/crio/crio.sock")))).toEqual([
      "CAP-08 capability:C2",
      "CAP-08 capability:C3",
    ]);
  });

  it("lets a wildcard speak for what it implies", () => {
    const rbac = (number: number, catalogueId: string) =>
      ofPod(number, { catalogueId, anchor: "role admin *", endsConfinement: true, group: "credentials" });
    const content = quietContent({
      executors: [runner],
      capabilities: [
        rbac(1, "rbac-wildcard"),
        rbac(2, "rbac-workload-create"),
        { ...rbac(3, "rbac-secrets"), endsConfinement: false },
      ],
    });
    expect(fired(content)).toEqual(["CAP-08 capability:C1"]);
  });
});

describe("tenants (CAP-11) and kernels (CAP-12)", () => {
  it("finds shared executors and shared volumes once for the executor", () => {
    const content = quietContent({
      executors: [exampleExecutor(1, { reuse: "shared" })],
      capabilities: [
        exampleCapability(1, { catalogueId: "shared-volume", title: "Cache", decision: "accept" }),
      ],
    });
    expect(of("CAP-11", content)).toEqual([
      {
        ruleId: "CAP-11",
        target: "executor:X1",
        severity: "high",
        reason:
          "Sandbox (X1) reaches another tenant's state: it is shared between tenants and it mounts Cache (C1).",
        lists: ["capability:C1"],
      },
    ]);
  });

  it("counts what outlives the pod or is shared beyond it, and no emptyDir of one pod", () => {
    const volume = (anchor: string, catalogueId: string, more: Partial<Capability> = {}) =>
      of("CAP-11", held(exampleCapability(1, { anchor, catalogueId, ...more }))).length;
    expect(volume("emptyDir scratch", "shared-volume")).toBe(0);
    expect(volume("claim cache", "shared-volume")).toBe(1);
    expect(volume("nfs 10.0.0.7:/exports", "external-volume-driver")).toBe(1);
    expect(volume("efs.csi.aws.com models", "external-volume-driver")).toBe(1);
    expect(volume("rbd pool", "external-volume-driver")).toBe(0);
    expect(volume("/srv/cache", "host-path-rw")).toBe(1);
    expect(volume("/srv/cache", "host-path-ro")).toBe(0);
    expect(volume("claim cache", "shared-volume", { decision: "remove" })).toBe(0);
  });

  it("wants a kernel of its own in the high tier only, and then counts the missing limit there", () => {
    const kernel = exampleMissingLimit(1, { catalogueId: "shared-kernel", group: "kernel" });
    expect(fired(held(kernel))).toEqual(["CAP-04 executor:X1"]);
    const high = { ...held(kernel), review: exampleReview({ riskTier: "high" }) };
    expect(fired(high)).toEqual(["CAP-12 executor:X1"]);
  });
});
