import type { Cell } from "@/lib/review/cell";
import type { FindingItem } from "@/lib/review/finding-list";
import { SEVERITIES, type Severity } from "@/lib/review/vocabulary";

/** A residual risk while somebody writes it, before it is stored. "" is nothing written yet. */
export type RiskDraft = {
  title: string;
  covers: string[];
  severity: string | null;
  treatment: string | null;
  rationale: string;
  controls: string;
  owner: string | null;
  expiresAt: string;
};

export const EMPTY_RISK: RiskDraft = {
  title: "",
  covers: [],
  severity: null,
  treatment: "accept",
  rationale: "",
  controls: "",
  owner: null,
  expiresAt: "",
};

const LONGEST_TITLE = 300;

/** A finding, capability or entry point from which a risk is begun. */
export type RiskStart = {
  /** Its target key: `capability:<id>`. */
  target: string;
  /** What it says, and the short number of the row that it is about ("" where there is none). */
  title: string;
  where: string;
  severity: Severity | null;
};

/** A risk that an address begins: `risk=C17,E3,F9`. */
export type BegunRisk = {
  /** The words of the address. */
  key: string;
  draft: RiskDraft;
  /** What of the address could not be taken along, in a sentence. */
  left: string | null;
};

/** From how many rows a risk can be begun at once; more are covered on its page. */
export const MOST_STARTS = 200;
export const TOO_MANY_STARTS = `A residual risk is begun from ${MOST_STARTS} rows at most. Choose fewer, or add the others where it is written.`;

/**
 * Where a risk that covers some rows is begun: `/reviews/…/decide?risk=C17,E3,F9`.
 *
 * @returns null when there are too many; `TOO_MANY_STARTS` says so
 */
export const newRiskHref = (reviewId: string, labels: readonly string[]): string | null =>
  labels.length > MOST_STARTS ? null : `/reviews/${reviewId}/decide?risk=${labels.join(",")}`;

/** How many short numbers a title names. */
const MOST_NAMED = 5;

/**
 * A risk begun from some rows: it covers all of them and is as severe as the worst. Its title is what
 * they have in common, or that of the first.
 */
export function riskFromRows(starts: readonly RiskStart[]): RiskDraft {
  const [first] = starts;
  if (!first) return EMPTY_RISK;
  const covers = [...new Set(starts.map(({ target }) => target))];
  const severity = SEVERITIES.find((word) => starts.some((start) => start.severity === word)) ?? null;
  return { ...EMPTY_RISK, title: titleOf(starts, first), covers, severity };
}

function titleOf(starts: readonly RiskStart[], first: RiskStart): string {
  const isShared = starts.every(({ title }) => title === first.title);
  const named = [...new Set((isShared ? starts : [first]).flatMap(({ where }) => where || []))];
  const more = named.length > MOST_NAMED ? [`${named.length - MOST_NAMED} more`] : [];
  const list = [...named.slice(0, MOST_NAMED), ...more].join(", ");
  const suffix = `${list ? ` (${list})` : ""}${isShared ? "" : ` and ${starts.length - 1} more`}`;
  return `${first.title.slice(0, LONGEST_TITLE - suffix.length)}${suffix}`;
}

/** A risk begun from an open finding: it covers that finding and is as severe. */
export const riskFromFinding = ({
  id,
  title,
  severity,
  target,
}: Pick<FindingItem, "id" | "title" | "severity" | "target">): RiskDraft =>
  riskFromRows([
    { target: `finding:${id}`, title, severity, where: target.target === "review" ? "" : target.label },
  ]);

/** What keeps a risk from being stored, by field. Only a title is needed; a day that is over covers nothing. */
export function riskErrors(draft: RiskDraft, today: string): Partial<Record<keyof RiskDraft, string>> {
  const errors: Partial<Record<keyof RiskDraft, string>> = {};
  if (draft.title.trim() === "") errors.title = "Say in a few words what stays.";
  if (draft.expiresAt !== "" && draft.expiresAt < today)
    errors.expiresAt = "This day is over. Choose one until which the risk is taken on.";
  return errors;
}

/** The cells to be stored; what nobody wrote is left out and is asked for by RSK-02. */
export function riskCells(draft: RiskDraft): Record<string, Cell> {
  const given: Record<string, unknown> = {
    ...draft,
    title: draft.title.trim(),
    rationale: draft.rationale.trim(),
    controls: draft.controls.trim(),
  };
  const cells: Record<string, Cell> = {};
  for (const [field, value] of Object.entries(given)) {
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    cells[field] = { state: "value", value };
  }
  return cells;
}
