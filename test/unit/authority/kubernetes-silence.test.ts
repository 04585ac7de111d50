import { describe, expect, test } from "vitest";
import { deriveResultSchema } from "@/lib/authority/schema";
import { codesOf, deriveTexts, HARDENED, idsOf, rowOf, SILENT } from "./from-text";

describe("what a pod grants by saying nothing", () => {
  test("a silent pod holds everything that Kubernetes gives by default", () => {
    expect(idsOf(deriveTexts(SILENT))).toEqual([
      "allow-privilege-escalation@main",
      "cap-default-set@main",
      "cloud-metadata",
      "cluster-lateral",
      "cpu-unlimited@main",
      "disk-unlimited@main",
      "egress-any",
      "image-mutable@main",
      "image-source",
      "ingress-open",
      "k8s-api-token",
      "k8s-sa-default",
      "memory-unlimited@main",
      "no-user-namespace",
      "pids-unlimited",
      "restart-amplification",
      "run-as-root@main",
      "seccomp-unconfined@main",
      "shared-kernel",
      "time-unlimited",
      "writable-rootfs@main",
    ]);
  });

  test("its rows are of origin default, and unknown where only the image knows", () => {
    const result = deriveTexts(SILENT);
    expect(rowOf(result, "memory-unlimited")?.origin).toBe("default");
    expect(rowOf(result, "run-as-root")?.origin).toBe("unknown");
    expect(rowOf(result, "k8s-api-token")).toMatchObject({
      origin: "default",
      authority: "platform-automatic",
    });
  });

  test("a pod that closes everything keeps what no manifest can close", () => {
    expect(idsOf(deriveTexts(HARDENED))).toEqual([
      "image-source",
      "pids-unlimited",
      "policy-no-cni",
      "shared-kernel",
    ]);
  });

  test("limits that are set are bounds, as they are written", () => {
    expect(deriveTexts(HARDENED).bounds).toEqual([
      { workload: "Pod jobs/hardened", container: null, resource: "time", value: "600" },
      { workload: "Pod jobs/hardened", container: "main", resource: "cpu", value: "500m" },
      { workload: "Pod jobs/hardened", container: "main", resource: "memory", value: "512Mi" },
      { workload: "Pod jobs/hardened", container: "main", resource: "disk", value: "1Gi" },
    ]);
  });

  test("every row says where, in words, and carries a key of its own", () => {
    const { capabilities } = deriveTexts(SILENT, HARDENED);
    for (const row of capabilities) {
      expect(row.explanation).toMatch(/\.$/);
      expect(row.source.line).toBeGreaterThan(0);
      expect(row.key).not.toMatch(/\/0\//);
    }
    expect(new Set(capabilities.map((row) => row.key)).size).toBe(capabilities.length);
  });

  test("the answer is what the schema says it is", () => {
    for (const result of [deriveTexts(SILENT, HARDENED), deriveTexts("kind: [")]) {
      expect(deriveResultSchema.parse(structuredClone(result))).toEqual(result);
    }
  });

  test("a token whose rights are not in the input is said", () => {
    expect(codesOf(deriveTexts(SILENT))).toContain("warning rbac-not-supplied");
  });

  test("a runtime class is a name, so the kernel is unknown and not closed", () => {
    const result = deriveTexts(SILENT.replace("spec:", "spec:\n  runtimeClassName: gvisor"));
    expect(rowOf(result, "shared-kernel")).toMatchObject({
      origin: "unknown",
      limits: ["runtimeClassName: gvisor"],
    });
  });
});
