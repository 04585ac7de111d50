import type { EventPayload, FindingMark } from "@/lib/audit/events";
import { newId } from "@/lib/kernel/ids";
import type { RowChange } from "@/lib/review/change";
import type { FiringFinding } from "@/lib/review/content";
import { diffFindings, type StoredFinding, UNDISMISSED } from "@/lib/rules/diff-findings";
import { dirtyTargets } from "@/lib/rules/dirty-targets";
import { evaluateAllInTurns, evaluateTargets } from "@/lib/rules/engine";
import { isUnread, rulesOf } from "@/lib/rules/seeds";
import { loadContent, loadSliceWithFindings } from "@/lib/rules/server/load-slice";
import type { Sql } from "../db/sql";

/** Rows to write so that the stored findings say what the rules say, and what the event tells of it. */
export type DerivedFindings = { changes: RowChange[]; marks: EventPayload["findings"] };

/** From here on it is cheaper to evaluate the whole review than to work out what is touched. */
const MANY_CHANGES = 500;

/**
 * Derives again the findings that some changes touch, after they were written and in their
 * transaction; "all" derives every one, `touched` names targets besides. Loads what those targets need, never the review.
 */
export async function deriveFindings(
  sql: Sql,
  reviewId: string,
  seq: number,
  changes: readonly RowChange[] | "all",
  nextNumber: () => number,
  touched: readonly string[] = [],
): Promise<DerivedFindings> {
  if (changes === "all" || changes.length > MANY_CHANGES)
    return deriveAllFindings(sql, reviewId, seq, nextNumber);
  if (changes.every(isUnread) && touched.length === 0) return { changes: [], marks: undefined };
  const { slice, stored } = await loadSliceWithFindings(sql, reviewId, changes, touched);
  const targets = [...new Set([...dirtyTargets(changes, slice), ...touched])];
  if (targets.length === 0) return { changes: [], marks: undefined };
  const rules = touched.length === 0 ? rulesOf(changes) : null;
  const before = stored ?? (await storedFindings(sql, reviewId, targets));
  return findingChanges(
    rules ? before.filter(({ ruleId }) => rules.has(ruleId)) : before,
    evaluateTargets(slice, targets, rules),
    targets,
    seq,
    nextNumber,
  );
}

/** Derives every finding of a review again: after an import, or under another version of the rules. */
export async function deriveAllFindings(
  sql: Sql,
  reviewId: string,
  seq: number,
  nextNumber: () => number,
): Promise<DerivedFindings> {
  const content = await loadContent(sql, reviewId);
  const stored = await storedFindings(sql, reviewId);
  return findingChanges(stored, await evaluateAllInTurns(content), undefined, seq, nextNumber);
}

// JSON is parsed natively, an array of PostgreSQL character by character.
const STORED = `select id, number, rule_id as "ruleId", target, severity, reason, to_json(lists) as lists, state
  from finding where review_id = $1`;

/** The stored findings of some targets, or of all. */
export async function storedFindings(
  sql: Sql,
  reviewId: string,
  targets?: readonly string[],
): Promise<StoredFinding[]> {
  // Two texts, because one plan for both could not use the index on the targets.
  return targets
    ? sql.query<StoredFinding>(`${STORED} and target = any($2)`, [reviewId, targets])
    : sql.query<StoredFinding>(STORED, [reviewId]);
}

/** Turns the difference between stored and fired findings into rows to write. */
export function findingChanges(
  stored: StoredFinding[],
  fired: FiringFinding[],
  targets: readonly string[] | undefined,
  seq: number,
  nextNumber: () => number,
): DerivedFindings {
  const diff = diffFindings(stored, fired, targets);
  const changes: RowChange[] = [];
  const opened: FindingMark[] = [];
  const resolved: FindingMark[] = [];
  for (const finding of diff.open) {
    const row = {
      id: newId(),
      number: nextNumber(),
      ...finding,
      state: "open",
      openedSeq: seq,
      changedSeq: seq,
    };
    changes.push({ op: "insert", table: "finding", row });
    opened.push(markOf(row));
  }
  for (const { stored: old, fired: now } of diff.reopen) {
    changes.push(update(old.id, { ...said(now), state: "open", ...undismissed(old), changedSeq: seq }));
    opened.push(markOf({ ...old, ...now }));
  }
  for (const { stored: old, fired: now } of diff.update)
    changes.push(update(old.id, { ...said(now), changedSeq: seq }));
  for (const old of diff.resolve) {
    changes.push(update(old.id, { state: "resolved", ...undismissed(old), changedSeq: seq }));
    resolved.push(markOf(old));
  }
  const marks = opened.length + resolved.length > 0 ? { opened, resolved } : undefined;
  return { changes, marks };
}

const said = ({ severity, reason, lists }: FiringFinding) => ({ severity, reason, lists });

/** What was dismissed and is another finding now, or none, loses its dismissal. */
const undismissed = ({ state }: StoredFinding) => (state === "dismissed" ? UNDISMISSED : {});

const update = (id: string, set: Record<string, unknown>): RowChange => ({
  op: "update",
  table: "finding",
  id,
  set,
  before: {},
});

const markOf = ({ id, number, ruleId, target, severity }: FindingMark): FindingMark => ({
  id,
  number,
  ruleId,
  target,
  severity,
});
