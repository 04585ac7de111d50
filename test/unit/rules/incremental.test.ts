import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RowChange } from "@/lib/review/change";
import type { FiringFinding, ReviewContent } from "@/lib/review/content";
import { diffFindings, type StoredFinding } from "@/lib/rules/diff-findings";
import { dirtyTargets } from "@/lib/rules/dirty-targets";
import { evaluateAll, evaluateTargets } from "@/lib/rules/engine";
import { exampleCapability, exampleEntry, exampleExecutor, quietContent } from "@/lib/rules/example-content";
import { rulesOf, seedsOfChanges, seedsOfTargets } from "@/lib/rules/seeds";
import { sliceOf } from "@/lib/rules/slice";
import { anyContent, anyEdit, applyEdit } from "./random-content";

/** What the findings are after some changes, derived from what they were and from a slice only. */
function derivedAgain(before: FiringFinding[], after: ReviewContent, changes: RowChange[]): FiringFinding[] {
  const slice = sliceOf(after, seedsOfChanges(changes));
  const targets = dirtyTargets(changes, slice);
  const dirty = new Set(targets);
  const rules = rulesOf(changes);
  const isAgain = ({ target, ruleId }: FiringFinding) => dirty.has(target) && (!rules || rules.has(ruleId));
  return [...before.filter((finding) => !isAgain(finding)), ...evaluateTargets(slice, targets, rules)];
}

const sorted = (findings: FiringFinding[]) =>
  [...findings].sort((a, b) => `${a.ruleId} ${a.target}`.localeCompare(`${b.ruleId} ${b.target}`));

describe("incremental evaluation", () => {
  it("says after every edit what a full evaluation says", () => {
    fc.assert(
      fc.property(anyContent, fc.array(anyEdit, { minLength: 1, maxLength: 6 }), (start, edits) => {
        let content = start;
        let findings = evaluateAll(content);
        for (const edit of edits) {
          const step = applyEdit(content, edit);
          findings = derivedAgain(findings, step.content, step.changes);
          content = step.content;
          expect(sorted(findings)).toEqual(sorted(evaluateAll(content)));
        }
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  it("gives each target the same findings from its own slice as from the whole", () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        const all = evaluateAll(content);
        for (const target of new Set(["review", ...all.map((finding) => finding.target)])) {
          const slice = sliceOf(content, seedsOfTargets([target]));
          expect(evaluateTargets(slice, [target])).toEqual(
            all.filter((finding) => finding.target === target),
          );
        }
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});

describe("what a change makes dirty", () => {
  const content = quietContent({
    entryPoints: [exampleEntry(1), exampleEntry(2, { executorId: "X2" })],
    executors: [exampleExecutor(1), exampleExecutor(2)],
    capabilities: [exampleCapability(1), exampleCapability(2, { executorId: "X2" })],
  });
  const dirty = (change: RowChange) => dirtyTargets([change], content).sort();
  const grouped = { executorId: "X1", workload: null, justificationId: null };

  it("is the row and its executor for a decision, which no sibling comparison reads", () => {
    const change: RowChange = {
      op: "update",
      table: "capability",
      id: "C1",
      set: { decision: "accept", versions: { decision: 9 } },
      before: { decision: null, versions: {}, ...grouped },
    };
    expect(dirty(change)).toEqual(["capability:C1", "executor:X1"]);
    const slice = sliceOf(content, seedsOfChanges([change]));
    expect(slice.capabilities.map((row) => row.id)).toEqual(["C1"]);
    expect(slice.executors.map((row) => row.id)).toEqual(["X1"]);
  });

  it("is also its paths and their artifacts for a capability that comes or goes", () => {
    const change: RowChange = {
      op: "update",
      table: "capability",
      id: "C1",
      set: { closedAt: "2026-11-30T10:00:00.000Z" },
      before: { closedAt: null, ...grouped },
    };
    expect(dirty(change)).toEqual(["artifact:A1", "capability:C1", "entry:E1", "executor:X1"]);
  });

  it("is nothing for a note, and the justification alone for a better limit", () => {
    const note: RowChange = { op: "update", table: "entry_point", id: "E1", set: { notes: "x" }, before: {} };
    expect(dirty(note)).toEqual([]);
    const limit: RowChange = {
      op: "update",
      table: "justification",
      id: "J1",
      set: { limit: "x" },
      before: {},
    };
    expect(dirty(limit)).toEqual(["justification:J1"]);
  });
});

describe("stored findings", () => {
  const finding = (ruleId: string, more: Partial<StoredFinding> = {}): StoredFinding => ({
    id: `id ${ruleId}`,
    number: 1,
    ruleId,
    target: "executor:X1",
    severity: "high",
    reason: "Because.",
    lists: [],
    state: "open",
    ...more,
  });
  const firing = ({ ruleId, target, severity, reason, lists }: StoredFinding): FiringFinding => ({
    ruleId,
    target,
    severity,
    reason,
    lists,
  });

  it("open, reopen with the same identity, resolve, and stay accepted or dismissed while the cause stays", () => {
    const resolved = finding("ENT-01", { state: "resolved" });
    const gone = finding("ENT-03");
    const accepted = finding("CAP-01", { state: "accepted", lists: ["capability:C1"] });
    const dismissed = finding("CAP-11", { state: "dismissed" });
    const elsewhere = finding("CAP-04", { target: "executor:X2" });
    const acceptedAndGone = finding("ENT-08", { state: "accepted" });
    const now = { ...firing(accepted), reason: "Because of less.", lists: [] };
    const diff = diffFindings(
      [resolved, gone, accepted, dismissed, elsewhere, acceptedAndGone],
      [firing(finding("ENT-06")), firing(resolved), now, firing(dismissed)],
      ["executor:X1"],
    );
    expect(diff.open.map((one) => one.ruleId)).toEqual(["ENT-06"]);
    expect(diff.reopen.map((one) => one.stored)).toEqual([resolved]);
    expect(diff.update).toEqual([{ stored: accepted, fired: now }]);
    expect(diff.resolve).toEqual([gone, acceptedAndGone]);
  });

  it.each([
    ["lists a row more", { lists: ["capability:C1", "capability:C2"] }],
    ["is worse", { severity: "critical" as const, lists: ["capability:C1"] }],
  ])("open again when what was accepted or dismissed %s", (_, grown) => {
    for (const state of ["accepted", "dismissed"] as const) {
      const decided = finding("CAP-01", { state, lists: ["capability:C1"] });
      const now = { ...firing(decided), ...grown };
      expect(diffFindings([decided], [now]).reopen).toEqual([{ stored: decided, fired: now }]);
    }
  });
});
