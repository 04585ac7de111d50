import { describe, expect, it } from "vitest";
import type { Capability, ReviewContent } from "@/lib/review/content";
import { isOpenItem } from "@/lib/rules/diff-findings";
import { evaluateAll } from "@/lib/rules/engine";
import {
  exampleCapability,
  exampleConfiguration,
  exampleExecutor,
  exampleGrant,
  exampleReview,
} from "@/lib/rules/example-content";

const workload = "Deployment default/proxy";

/** What a Deployment that sets nothing grants, as the importer names it: [id, class, group, severity, owner]. */
const GRANTED: [
  string,
  Capability["class"],
  Capability["group"],
  Capability["severity"],
  "pod" | "container",
][] = [
  ["k8s-api-token", "grant", "credentials", "high", "pod"],
  ["k8s-sa-default", "missing-limit", "credentials", "low", "pod"],
  ["cloud-metadata", "grant", "credentials", "high", "pod"],
  ["secret-literal", "grant", "credentials", "high", "container"],
  ["secret-literal", "grant", "credentials", "high", "container"],
  ["secret-literal", "grant", "credentials", "high", "container"],
  ["egress-any", "grant", "network", "high", "pod"],
  ["cluster-lateral", "grant", "network", "high", "pod"],
  ["ingress-open", "missing-limit", "network", "medium", "pod"],
  ["cpu-unlimited", "missing-limit", "resources", "medium", "container"],
  ["memory-unlimited", "missing-limit", "resources", "high", "container"],
  ["pids-unlimited", "missing-limit", "resources", "high", "container"],
  ["disk-unlimited", "missing-limit", "resources", "medium", "container"],
  ["time-unlimited", "missing-limit", "resources", "medium", "pod"],
  ["cap-default-set", "missing-limit", "kernel", "medium", "container"],
  ["allow-privilege-escalation", "missing-limit", "kernel", "medium", "container"],
  ["seccomp-unconfined", "missing-limit", "kernel", "high", "container"],
  ["run-as-root", "missing-limit", "kernel", "medium", "container"],
  ["writable-rootfs", "missing-limit", "kernel", "medium", "container"],
  ["no-user-namespace", "missing-limit", "kernel", "medium", "pod"],
  ["shared-kernel", "missing-limit", "kernel", "high", "pod"],
  ["image-mutable", "missing-limit", "data", "medium", "container"],
  ["image-source", "claim", "data", "info", "container"],
];

function imported(more: Partial<ReviewContent> = {}): ReviewContent {
  return {
    review: exampleReview({ riskTier: null }),
    artifacts: [],
    entryPoints: [],
    executors: [
      exampleExecutor(1, {
        name: "proxy",
        workload,
        container: "proxy",
        process: null,
        account: null,
        layers: null,
        reuse: null,
        inheritsSecrets: null,
        applicationProcess: null,
      }),
    ],
    capabilities: GRANTED.map(([catalogueId, cls, group, severity, owner], at) =>
      exampleCapability(at + 1, {
        catalogueId,
        class: cls,
        group,
        severity,
        title: catalogueId,
        workload,
        executorId: owner === "pod" ? null : "X1",
        container: owner === "pod" ? null : "proxy",
        // An image's user is not in a manifest.
        grant: exampleGrant({
          catalogueId,
          severity,
          origin: catalogueId === "run-as-root" ? "unknown" : "default",
        }),
      }),
    ),
    justifications: [],
    kindAnswers: [],
    configurations: [exampleConfiguration(1, { provenance: "rendered" })],
    risks: [],
    ...more,
  };
}

const openItems = (content: ReviewContent) =>
  evaluateAll(content).filter((finding) => isOpenItem(finding.severity));

describe("the first screen after importing a compose-sized system", () => {
  it("shows five open items, each a thing to do", () => {
    expect(openItems(imported()).map((finding) => `${finding.ruleId} ${finding.target}`)).toEqual([
      "ENT-09 review",
      "CFG-01 review",
      "CAP-01 executor:X1",
      "CAP-04 executor:X1",
      "CAP-07 executor:X1",
    ]);
  });

  it("loses no row: every grant and missing limit is in exactly one of them", () => {
    const listed = openItems(imported()).flatMap((finding) =>
      finding.lists.filter((key) => key.startsWith("capability:")),
    );
    const rows = GRANTED.flatMap(([, cls], at) => (cls === "claim" ? [] : [`capability:C${at + 1}`]));
    expect(listed.sort()).toEqual(rows.sort());
  });

  it("stays calm with five containers beside it that are neighbours", () => {
    const neighbours = [2, 3, 4, 5, 6].map((number) =>
      exampleExecutor(number, {
        name: `service ${number}`,
        role: "neighbour",
        workload: `Deployment default/service-${number}`,
        container: "main",
        inheritsSecrets: null,
        layers: null,
      }),
    );
    const start = imported();
    const rows = neighbours.flatMap((executor, at) =>
      start.capabilities.map((row, index) => ({
        ...row,
        id: `N${at}-${index}`,
        number: 100 + at * 50 + index,
        executorId: row.executorId === null ? null : executor.id,
        workload: executor.workload,
      })),
    );
    const content = {
      ...start,
      executors: [...start.executors, ...neighbours],
      capabilities: [...start.capabilities, ...rows],
    };
    // One each, for identity and secrets; no limits, no egress.
    expect(openItems(content)).toHaveLength(5 + 5);
    const ofNeighbour = evaluateAll(content).filter((finding) => finding.target === "executor:X2");
    expect(ofNeighbour.map(({ severity, reason }) => [severity, reason])).toEqual([
      ["high", "In service 2 (X2) 5 grants serve no stated need (credentials and identity 5)."],
      ["low", "In service 2 (X2) 1 limit is missing and undecided (credentials and identity 1)."],
    ]);
  });
});
