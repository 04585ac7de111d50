import { describe, expect, it } from "vitest";
import { EMPTY_RISK, riskCells, riskErrors, riskFromFinding } from "@/lib/signoff/new-risk";

const target = { target: "executor:x1", label: "X1", name: "API process", href: "/x" };

describe("a risk that is being written", () => {
  it("begins from a finding with what it covers and how severe it is", () => {
    const draft = riskFromFinding({ id: "f1", title: "Secrets are inherited", severity: "critical", target });
    expect(draft).toMatchObject({
      title: "Secrets are inherited (X1)",
      covers: ["finding:f1"],
      severity: "critical",
      expiresAt: "",
      owner: null,
    });
  });

  it("needs a title, and a day that is not over", () => {
    expect(Object.keys(riskErrors({ ...EMPTY_RISK, expiresAt: "2026-11-29" }, "2026-11-30"))).toEqual([
      "title",
      "expiresAt",
    ]);
    expect(riskErrors({ ...EMPTY_RISK, title: "Known", expiresAt: "2026-11-30" }, "2026-11-30")).toEqual({});
  });

  it("stores what was written and leaves the rest unanswered", () => {
    expect(riskCells({ ...EMPTY_RISK, title: " Known ", covers: ["finding:f1"], rationale: "  " })).toEqual({
      title: { state: "value", value: "Known" },
      covers: { state: "value", value: ["finding:f1"] },
      treatment: { state: "value", value: "accept" },
    });
  });
});
