import type { FiringFinding } from "@/lib/review/content";
import { SEVERITIES, type Severity } from "@/lib/review/vocabulary";

/**
 * Accepted and dismissed findings stay so while their cause stays or shrinks; one that grows (worse,
 * or another row in its list) is more than what was decided, and opens again. A resolved one reopens.
 */
export type FindingState = "open" | "resolved" | "accepted" | "dismissed";

/** A finding as it is stored. */
export type StoredFinding = FiringFinding & { id: string; number: number; state: FindingState };

/** What to write so that the stored findings say what the rules say. */
export type FindingDiff = {
  /** Fired for the first time: new rows. */
  open: FiringFinding[];
  /** Fired again after they were resolved, or grown past what was decided: the same rows, open. */
  reopen: { stored: StoredFinding; fired: FiringFinding }[];
  /** Their cause is gone. */
  resolve: StoredFinding[];
  /** Still fire, with another severity, reason or list; the state stays. */
  update: { stored: StoredFinding; fired: FiringFinding }[];
};

/**
 * Compares the stored findings of some targets with what the rules say about them now. Stored
 * findings of other targets are left alone; leave `targets` out to compare everything.
 */
export function diffFindings(
  stored: readonly StoredFinding[],
  fired: readonly FiringFinding[],
  targets?: Iterable<string>,
): FindingDiff {
  const within = targets === undefined ? null : new Set(targets);
  const before = new Map<string, StoredFinding>();
  for (const finding of stored) {
    if (!within || within.has(finding.target)) before.set(identityOf(finding), finding);
  }
  const diff: FindingDiff = { open: [], reopen: [], resolve: [], update: [] };
  for (const finding of fired) {
    if (within && !within.has(finding.target)) continue;
    const old = before.get(identityOf(finding));
    before.delete(identityOf(finding));
    if (!old) diff.open.push(finding);
    else if (old.state === "resolved") diff.reopen.push({ stored: old, fired: finding });
    else if (isDecided(old) && hasGrown(old, finding)) diff.reopen.push({ stored: old, fired: finding });
    else if (!saysTheSame(old, finding)) diff.update.push({ stored: old, fired: finding });
  }
  for (const old of before.values()) if (old.state !== "resolved") diff.resolve.push(old);
  return diff;
}

/** The identity of a finding: it survives every edit. */
export const identityOf = (finding: { ruleId: string; target: string }): string =>
  `${finding.ruleId} ${finding.target}`;

/** Whether a severity counts as an open item: medium and above. */
export const isOpenItem = (severity: Severity): boolean =>
  severity === "critical" || severity === "high" || severity === "medium";

/** The columns of a finding that is not dismissed, or no longer. */
export const UNDISMISSED = { dismissalReason: null, dismissedById: null, dismissedAt: null } as const;

const isDecided = ({ state }: StoredFinding): boolean => state === "accepted" || state === "dismissed";

/** Whether a finding is more than it was: worse, or about a row that it did not list before. */
export function hasGrown(
  before: Pick<FiringFinding, "severity" | "lists">,
  now: Pick<FiringFinding, "severity" | "lists">,
): boolean {
  const listed = new Set(before.lists);
  return (
    SEVERITIES.indexOf(now.severity) < SEVERITIES.indexOf(before.severity) ||
    now.lists.some((target) => !listed.has(target))
  );
}

function saysTheSame(a: FiringFinding, b: FiringFinding): boolean {
  return (
    a.severity === b.severity &&
    a.reason === b.reason &&
    a.lists.length === b.lists.length &&
    a.lists.every((target, at) => target === b.lists[at])
  );
}
