import type { Severity } from "@/lib/review/vocabulary";
import { SEVERITIES } from "@/lib/review/vocabulary";

const LONGEST_LIST = 5;

/** A row in a sentence: its name and short number, "Registration (E2)". */
export const named = (name: string, letter: string, number: number): string =>
  `${name.trim() || "Unnamed"} (${letter}${number})`;
export const namedEntry = (row: { name: string; number: number }): string => named(row.name, "E", row.number);
export const namedExecutor = (row: { name: string; number: number }): string =>
  named(row.name, "X", row.number);
export const namedCapability = (row: { title: string; number: number }): string =>
  named(row.title, "C", row.number);

/** "a, b and c"; past five the rest is counted, the full list being the finding's own. */
export function listed(words: readonly string[], longest = LONGEST_LIST): string {
  if (words.length > longest)
    return `${words.slice(0, longest).join(", ")} and ${words.length - longest} more`;
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** "1 grant serves", "3 grants serve": a count with its noun and verb. */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const rank = new Map(SEVERITIES.map((word, at) => [word, at]));

/** The worst of some severities, `info` for none, never above `most`. */
export function worst(severities: Iterable<Severity>, most: Severity = "critical"): Severity {
  let found = SEVERITIES.length - 1;
  for (const severity of severities) found = Math.min(found, rank.get(severity) ?? found);
  return SEVERITIES[Math.max(found, rank.get(most) ?? 0)] ?? "info";
}

/** Whether a severity is at least another one. */
export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  (rank.get(severity) ?? SEVERITIES.length) <= (rank.get(least) ?? 0);

/** A text with something in it. */
export const isSaid = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text.trim() !== "";
