import type { FiringFinding, ReviewContent } from "@/lib/review/content";
import { evaluateAll } from "@/lib/rules/engine";

/** "RULE target" of every finding of a content, in the order in which they come. */
export const fired = (content: ReviewContent): string[] =>
  evaluateAll(content).map((finding) => `${finding.ruleId} ${finding.target}`);

/** The findings of one rule. */
export const of = (ruleId: string, content: ReviewContent): FiringFinding[] =>
  evaluateAll(content).filter((finding) => finding.ruleId === ruleId);
