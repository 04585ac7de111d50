import { describe, expect, it } from "vitest";
import { type FrozenDocument, summaryOf } from "@/lib/signoff/frozen-summary";

const value = (of: unknown) => ({ state: "value", value: of });
const row = (number: number, cells: Record<string, { state: string; value?: unknown; reason?: string }>) => ({
  id: `row-${number}`,
  number,
  cells,
});
const capability = (number: number, kind: string, cells: Parameters<typeof row>[1] = {}) => ({
  ...row(number, cells),
  class: kind,
});

const FROZEN: FrozenDocument = {
  review: { cells: { title: value("Guardrails"), riskTier: value("high"), task: { state: "unknown" } } },
  revision: 2,
  artifacts: [row(1, {})],
  executors: [row(1, { role: value("runs-submitted-code") }), row(2, { role: value("neighbour") })],
  entryPoints: [
    row(1, { crossesBroker: value("yes") }),
    row(2, { crossesBroker: value("no") }),
    row(3, { crossesBroker: { state: "not-applicable", reason: "It never executes." } }),
  ],
  kinds: [],
  capabilities: [
    capability(1, "grant", { justification: value("j1"), decision: value("needed") }),
    capability(2, "grant", { decision: value("remove") }),
    capability(3, "grant"),
    capability(4, "missing-limit", { decision: value("fix") }),
    capability(5, "missing-limit"),
    capability(6, "claim"),
  ],
  justifications: [],
  risks: [
    row(4, {
      title: value("Secrets are within reach"),
      covers: value(["finding:f1", "entry:row-2"]),
      severity: value("high"),
      treatment: value("accept"),
      owner: value("rita"),
      expiresAt: value("2027-03-31"),
    }),
  ],
  configurations: [
    { number: 1, environment: "production", provenance: "captured", authorityDigest: "sha256:a" },
  ],
  findings: [
    { severity: "high", dismissed: false },
    { severity: "high", dismissed: true },
    { severity: "low", dismissed: false },
  ],
  policyVersion: "1",
  ruleSetVersion: "1",
};

describe("the summary of a frozen revision", () => {
  const summary = summaryOf(FROZEN, { rita: "Rita Reviewer" });

  it("counts each section in words", () => {
    expect(summary.sections).toEqual([
      { label: "Artifacts", count: 1, words: "" },
      {
        label: "Entry points",
        count: 3,
        words: "1 crosses the broker, 1 avoids the broker, 1 without an answer about the broker",
      },
      { label: "Executors", count: 2, words: "1 runs submitted code, 1 neighbour" },
      {
        label: "Grants",
        count: 3,
        words: "1 serves a stated need, 1 decided otherwise, 1 serves no stated need",
      },
      { label: "Missing limits", count: 2, words: "1 decided, 1 not decided" },
      { label: "Facts and claims that enforce nothing", count: 1, words: "" },
    ]);
  });

  it("leaves dismissed findings out of the counts", () => {
    expect(summary.findings).toEqual({ critical: 0, high: 1, medium: 0, low: 1, info: 0 });
  });

  it("says unknown and unanswered parts of the scope as such", () => {
    expect(Object.fromEntries(summary.scope.map(({ label, words }) => [label, words]))).toEqual({
      Title: "Guardrails",
      "Task that needs the submitted code": "Unknown",
      "Whose data is within reach": "Not answered",
      "Risk tier": "High",
    });
  });

  it("names the owner of a risk as it was called then", () => {
    expect(summary.risks[0]).toMatchObject({
      number: 4,
      owner: "Rita Reviewer",
      expiresAt: "2027-03-31",
      covers: ["finding:f1", "entry:row-2"],
      rationale: null,
    });
  });

  it("lists the answers “not applicable” with their reasons", () => {
    expect(summary.notApplicable).toEqual([
      { number: "E3", label: "Crosses the broker?", reason: "It never executes." },
    ]);
  });
});
