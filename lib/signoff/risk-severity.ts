import { SEVERITIES, type Severity } from "@/lib/review/vocabulary";
import type { FrozenDocument } from "./frozen-summary";

/** A finding as far as the severity of what covers it goes. */
type Covered = { id: string; number: number; target: string; severity: Severity };

/** The worst finding that a risk covers, by its severity and short number. */
export type WorstCovered = { severity: Severity; label: string };

/** How severe a risk is. */
export type RiskSeverity = {
  /** What counts when it is decided: as written, or as the worst finding that it covers. */
  counts: Severity | null;
  written: Severity | null;
  /** The short number of the finding that makes it worse than it is written; null where none does. */
  by: string | null;
};

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/**
 * The worst finding that each risk names or whose row it names, by the risk's short number; of equals
 * the one with the lowest number.
 *
 * @param findings those that are not resolved, in any order
 */
export function worstCovered(
  risks: readonly { number: number; covers: readonly string[] | null }[],
  findings: Iterable<Covered>,
): Map<number, WorstCovered> {
  const worst = new Map<string, Covered>();
  const note = (key: string, finding: Covered) => {
    const known = worst.get(key);
    if (!known || isWorse(finding, known)) worst.set(key, finding);
  };
  for (const finding of findings) {
    note(`finding:${finding.id}`, finding);
    if (finding.target !== "review") note(finding.target, finding);
  }
  const found = new Map<number, WorstCovered>();
  for (const { number, covers } of risks) {
    const [first] = (covers ?? [])
      .flatMap((target) => worst.get(target) ?? [])
      .sort((a, b) => (isWorse(a, b) ? -1 : 1));
    if (first) found.set(number, { severity: first.severity, label: `F${first.number}` });
  }
  return found;
}

const isWorse = (a: Covered, b: Covered): boolean =>
  rank(a.severity) - rank(b.severity) < 0 || (a.severity === b.severity && a.number < b.number);

/** How severe a risk is that is written as something and covers something. */
export function riskSeverity(written: Severity | null, covered: WorstCovered | undefined): RiskSeverity {
  const isBelow = covered !== undefined && (written === null || rank(covered.severity) < rank(written));
  return isBelow
    ? { counts: covered.severity, written, by: covered.label }
    : { counts: written, written, by: null };
}

/**
 * How severe each frozen risk is: as it says, or as the worst finding that it names or whose row it
 * names, so that nobody accepts a critical finding under the word "low".
 *
 * @param findings those that were frozen beside the content
 */
export function severityOfRisks(
  { risks }: Pick<FrozenDocument, "risks">,
  findings: Iterable<Covered>,
): Map<number, RiskSeverity> {
  const held = (cell: { state: string; value?: unknown } | undefined) =>
    cell?.state === "value" ? cell.value : null;
  const known = worstCovered(
    risks.map(({ number, cells }) => ({ number, covers: held(cells.covers) as string[] | null })),
    findings,
  );
  return new Map(
    risks.map(({ number, cells }) => [
      number,
      riskSeverity(held(cells.severity) as Severity | null, known.get(number)),
    ]),
  );
}

/** Why a risk counts as worse than it is written: "written as medium; it covers F12"; "" where it does not. */
export function severityNote({ written, by }: RiskSeverity): string {
  if (by === null) return "";
  return `${written === null ? "none is written" : `written as ${written}`}; it covers ${by}`;
}

/** Both in one sentence part: "critical — written as medium; it covers F12"; "" where there is none. */
export function severityWords(severity: RiskSeverity): string {
  const note = severityNote(severity);
  return `${severity.counts ?? ""}${note ? ` — ${note}` : ""}`;
}
