import { describe, expect, it } from "vitest";
import {
  EMPTY_RISK,
  newRiskHref,
  type RiskStart,
  riskCells,
  riskErrors,
  riskFromFinding,
  riskFromRows,
} from "@/lib/signoff/new-risk";

const target = { target: "executor:x1", label: "X1", name: "API process", href: "/x" };

const start = (number: number, more: Partial<RiskStart> = {}): RiskStart => ({
  target: `capability:c${number}`,
  title: "Host path /var/run",
  where: `C${number}`,
  severity: "medium",
  ...more,
});

describe("a risk begun from several rows", () => {
  it("covers all of them once and is as severe as the worst", () => {
    const draft = riskFromRows([
      start(1),
      start(2, { target: "entry:e3", severity: null }),
      start(3, { severity: "high" }),
      start(1),
    ]);
    expect(draft.covers).toEqual(["capability:c1", "entry:e3", "capability:c3"]);
    expect(draft.severity).toBe("high");
  });

  it("has no severity where none of them has one", () => {
    expect(riskFromRows([start(1, { severity: null })]).severity).toBeNull();
  });

  it("is called what they share, or what the first is called", () => {
    expect(riskFromRows([start(17)]).title).toBe("Host path /var/run (C17)");
    expect(riskFromRows([start(17), start(18)]).title).toBe("Host path /var/run (C17, C18)");
    expect(riskFromRows([1, 2, 3, 4, 5, 6, 7].map((n) => start(n))).title).toBe(
      "Host path /var/run (C1, C2, C3, C4, C5, 2 more)",
    );
    expect(riskFromRows([start(17), start(3, { title: "Preview", where: "E3" })]).title).toBe(
      "Host path /var/run (C17) and 1 more",
    );
    const long = riskFromRows([start(17, { title: "x".repeat(400) })]).title;
    expect([long.length, long.slice(-7)]).toEqual([300, "x (C17)"]);
  });

  it("is begun by an address that names at most 200 rows", () => {
    expect(newRiskHref("r", ["C17", "E3", "F9"])).toBe("/reviews/r/decide?risk=C17,E3,F9");
    const labels = (n: number) => Array.from({ length: n }, (_, at) => `C${at + 1}`);
    expect(newRiskHref("r", labels(200))).toMatch(/C200$/);
    expect(newRiskHref("r", labels(201))).toBeNull();
  });
});

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
