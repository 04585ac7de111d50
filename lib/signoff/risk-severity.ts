import { SEVERITIES, type Severity } from "@/lib/review/vocabulary";
import type { FrozenDocument } from "./frozen-summary";

/** A finding as far as the severity of what covers it goes. */
type Covered = { id: string; target: string; severity: Severity };

/**
 * How severe each frozen risk is: as it says, or as the worst finding that it names or whose row it
 * names, so that nobody accepts a critical finding under the word "low".
 *
 * @param findings those that were frozen beside the content
 */
export function severityOfRisks(
  { risks }: Pick<FrozenDocument, "risks">,
  findings: Iterable<Covered>,
): Map<number, Severity | null> {
  const rank = (severity: Severity) => SEVERITIES.indexOf(severity);
  const worst = new Map<string, Severity>();
  const note = (key: string, severity: Severity) => {
    const known = worst.get(key);
    if (!known || rank(severity) < rank(known)) worst.set(key, severity);
  };
  for (const { id, target, severity } of findings) {
    note(`finding:${id}`, severity);
    if (target !== "review") note(target, severity);
  }
  return new Map(
    risks.map(({ number, cells }) => {
      const covers = (cells.covers?.state === "value" ? cells.covers.value : []) as string[];
      const own = cells.severity?.state === "value" ? (cells.severity.value as Severity) : null;
      const all = [own, ...covers.map((target) => worst.get(target) ?? null)];
      return [number, SEVERITIES.find((word) => all.includes(word)) ?? null];
    }),
  );
}
