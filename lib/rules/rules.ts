import { capabilityRules } from "./catalogue/capabilities";
import { configurationRules } from "./catalogue/configuration";
import { entryPointRules } from "./catalogue/entry-points";
import { executorRules } from "./catalogue/executors";
import { justificationRules } from "./catalogue/justifications";
import { riskRules } from "./catalogue/risks";
import { singleCapabilityRules } from "./catalogue/single-capabilities";
import type { Rule, RuleDescription } from "./schema";

/** The version of the catalogue, frozen into each revision. Raise it with every change of a rule. */
export const RULE_SET_VERSION = "2";

/** Every rule, in the order of `rules.md`. */
export const RULES: readonly Rule[] = [
  ...entryPointRules,
  ...executorRules,
  ...capabilityRules,
  ...singleCapabilityRules,
  ...justificationRules,
  ...configurationRules,
  ...riskRules,
].sort((a, b) => a.question - b.question || a.id.localeCompare(b.id, "en", { numeric: true }));

const byId = new Map(RULES.map((rule) => [rule.id, rule]));

/** A rule by its id, or undefined when there is none. */
export const ruleOf = (id: string): Rule | undefined => byId.get(id);

/** The catalogue without functions, for `/api/v1/rules`, reports and SARIF. */
export function ruleList(): RuleDescription[] {
  return RULES.map(({ examples: _examples, evaluate: _evaluate, ...description }) => description);
}
