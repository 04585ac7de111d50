import type { ReviewContent } from "@/lib/review/content";
import { ruleOf } from "@/lib/rules/rules";
import type { RuleWords } from "./source";
import type { Beside } from "./thaw";

/** The texts of some rules, as they are now. */
export function rulesOf(ids: Iterable<string>): Record<string, RuleWords> {
  const found: Record<string, RuleWords> = {};
  for (const id of ids) {
    const rule = ruleOf(id);
    if (!rule || found[id]) continue;
    const { question, title, explanation, resolve, reference } = rule;
    found[id] = { question, title, explanation, resolve, reference };
  }
  return found;
}

/**
 * What has to be frozen beside a revision so that its report reads the same after the catalogue of
 * capabilities or of rules has changed: how each capability is read, and the texts of the rules used.
 */
export function printedBeside(
  content: Pick<ReviewContent, "capabilities" | "configurations">,
  findings: readonly { ruleId: string }[],
): Pick<Beside, "held" | "heldAs" | "attached" | "rules"> {
  const places = new Map<string, number>();
  const heldAs: NonNullable<Beside["heldAs"]> = [];
  const held: NonNullable<Beside["held"]> = [];
  for (const { id, group, family, anchor, endsConfinement, closedAt, archivedAt } of content.capabilities) {
    if (closedAt !== null || archivedAt !== null) continue;
    const key = `${group} ${family} ${endsConfinement}`;
    let place = places.get(key);
    if (place === undefined) {
      place = heldAs.push([group, family, endsConfinement]) - 1;
      places.set(key, place);
    }
    held.push([id, place, anchor]);
  }
  return {
    held,
    heldAs,
    attached: Object.fromEntries(content.configurations.map(({ id, attachedAt }) => [id, attachedAt])),
    rules: rulesOf(findings.map(({ ruleId }) => ruleId)),
  };
}
