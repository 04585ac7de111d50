import type { ReviewContent } from "@/lib/review/content";
import { ruleOf } from "@/lib/rules/rules";
import { frozenCapabilities } from "@/lib/signoff/snapshot";
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
 * capabilities or of rules has changed: how each capability is read, what its grant says and where
 * it stands, and the texts of the rules used.
 */
export function printedBeside(
  content: Pick<ReviewContent, "capabilities" | "configurations">,
  findings: readonly { ruleId: string }[],
): Pick<Beside, "printed" | "heldAs" | "sentences" | "attached" | "rules"> {
  const heldAs = once<NonNullable<Beside["heldAs"]>[number]>();
  const sentences = once<string>();
  const printed: NonNullable<Beside["printed"]> = frozenCapabilities(content).map(
    ({ group, family, anchor, endsConfinement, grant }) => [
      heldAs.placeOf(`${group} ${family} ${endsConfinement}`, () => [group, family, endsConfinement]),
      anchor,
      grant && [
        sentences.placeOf(grant.explanation, () => grant.explanation),
        grant.limits,
        grant.file,
        grant.line,
      ],
    ],
  );
  return {
    printed,
    heldAs: heldAs.all,
    sentences: sentences.all,
    attached: Object.fromEntries(content.configurations.map(({ id, attachedAt }) => [id, attachedAt])),
    rules: rulesOf(findings.map(({ ruleId }) => ruleId)),
  };
}

/** A list that holds each thing once, and tells its place. */
function once<T>() {
  const places = new Map<string, number>();
  const all: T[] = [];
  const placeOf = (key: string, thing: () => T): number => {
    let place = places.get(key);
    if (place === undefined) {
      place = all.push(thing()) - 1;
      places.set(key, place);
    }
    return place;
  };
  return { all, placeOf };
}
