import { describe, expect, test } from "vitest";
import type { Severity } from "@/lib/review/vocabulary";
import { compareRevisions } from "@/lib/signoff/compare-revisions";
import { type ReadableDocument, readingOf } from "@/lib/signoff/frozen-reading";
import { readRows } from "@/lib/signoff/frozen-sections";
import {
  riskSeverity,
  severityNote,
  severityOfRisks,
  severityWords,
  worstCovered,
} from "@/lib/signoff/risk-severity";

const finding = (number: number, severity: Severity, target = "review") => ({
  id: `f${number}`,
  number,
  severity,
  target,
  ruleId: `ENT-0${number}`,
  reason: "",
});
const value = (of: unknown) => ({ state: "value", value: of });
const risk = (number: number, covers: string[], severity?: Severity) => ({
  id: `r${number}`,
  number,
  cells: {
    title: value("Shared worker"),
    covers: value(covers),
    ...(severity && { severity: value(severity) }),
  },
});

describe("the severity of a risk", () => {
  test("is the worst of what it says and what it covers, by finding or by row", () => {
    const findings = [
      finding(7, "high", "entry:e1"),
      finding(3, "critical", "entry:e1"),
      finding(2, "critical", "executor:x1"),
      finding(1, "critical"),
    ];
    const worst = worstCovered(
      [
        { number: 1, covers: ["finding:f7"] },
        { number: 2, covers: ["entry:e1"] },
        { number: 3, covers: ["entry:e1", "executor:x1"] },
        { number: 4, covers: ["review", "entry:gone"] },
        { number: 5, covers: null },
      ],
      findings,
    );
    expect(Object.fromEntries(worst)).toEqual({
      1: { severity: "high", label: "F7" },
      2: { severity: "critical", label: "F3" },
      3: { severity: "critical", label: "F2" },
    });
  });

  test("says both where another one is written, and which finding makes the difference", () => {
    const covered = { severity: "critical" as const, label: "F12" };
    const higher = riskSeverity("medium", covered);
    expect(higher).toEqual({ counts: "critical", written: "medium", by: "F12" });
    expect(severityWords(higher)).toBe("critical — written as medium; it covers F12");
    expect(severityNote(riskSeverity(null, covered))).toBe("none is written; it covers F12");
    for (const same of [riskSeverity("critical", covered), riskSeverity("critical", undefined)]) {
      expect(same).toEqual({ counts: "critical", written: "critical", by: null });
      expect(severityWords(same)).toBe("critical");
    }
    expect(severityWords(riskSeverity("high", { severity: "low", label: "F1" }))).toBe("high");
    expect(severityWords(riskSeverity(null, undefined))).toBe("");
  });

  test("of a frozen one comes from what was frozen beside it", () => {
    const frozen = { risks: [risk(4, ["finding:f7"], "low"), risk(5, [])] };
    expect(Object.fromEntries(severityOfRisks(frozen, [finding(7, "high")]))).toEqual({
      4: { counts: "high", written: "low", by: "F7" },
      5: { counts: null, written: null, by: null },
    });
  });
});

describe("a revision that is read", () => {
  const reading = (written: Severity) =>
    readingOf({ risks: [risk(4, ["finding:f7"], written)] } as unknown as ReadableDocument, {
      findings: [finding(7, "high")],
    });

  test("marks a risk by the severity that counts, and notes the written one", () => {
    const [row] = readRows("risks", reading("low"), 0, 10);
    expect(row!.cells.find(({ label }) => label === "Severity")).toEqual({
      label: "Severity",
      words: "high",
      kind: "severity",
      note: "written as low; it covers F7",
    });
  });

  test("is compared by what was written, told as it counts", () => {
    expect(compareRevisions(reading("low"), reading("low")).rows).toEqual([]);
    expect(compareRevisions(reading("low"), reading("high")).rows[0]!.cells).toEqual([
      {
        label: "Severity",
        before: "high",
        after: "high",
        kind: "severity",
        notes: { before: "written as low; it covers F7" },
      },
    ]);
  });
});
