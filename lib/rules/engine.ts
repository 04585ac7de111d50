import { turns } from "@/lib/kernel/turns";
import type { FiringFinding, ReviewContent } from "@/lib/review/content";
import { type ContentIndex, indexContent, indexSteps } from "./content-index";
import { RULES } from "./rules";
import type { Fired, TargetRow } from "./schema";
import { parseTarget, TARGET_KINDS, type TargetKind, targetOf } from "./targets";

type Evaluation = { ruleId: string; evaluate: (row: never, index: ContentIndex) => Fired | null };

/** For each kind of target the predicates that look at it, in the order of the catalogue. */
const evaluations = Object.fromEntries(
  TARGET_KINDS.map((kind) => [
    kind,
    RULES.filter((rule) => rule.when === "always").flatMap((rule): Evaluation[] => {
      const evaluate = rule.evaluate[kind];
      return evaluate ? [{ ruleId: rule.id, evaluate: evaluate as Evaluation["evaluate"] }] : [];
    }),
  ]),
) as Record<TargetKind, Evaluation[]>;

/** Every finding of a review's whole content, by kind of target and short number. */
export function evaluateAll(content: ReviewContent): FiringFinding[] {
  const found: FiringFinding[] = [];
  for (const _ of rowByRow(content, found));
  return found;
}

/** The same as `evaluateAll`, letting other work in between, for a server that answers others meanwhile. */
export async function evaluateAllInTurns(content: ReviewContent): Promise<FiringFinding[]> {
  const found: FiringFinding[] = [];
  const turn = turns();
  for (const _ of rowByRow(content, found)) await turn();
  return found;
}

/** Evaluates row by row into `found`, and stops after each. */
function* rowByRow(content: ReviewContent, found: FiringFinding[]): Generator<void> {
  const index = yield* indexSteps(content);
  yield;
  evaluateRow("review", "review", content.review, index, found);
  for (const kind of TARGET_KINDS) {
    if (kind === "review" || evaluations[kind].length === 0) continue;
    for (const row of rowsOf(kind, index).values()) {
      evaluateRow(kind, targetOf(kind, row), row, index, found);
      yield;
    }
  }
}

/**
 * The findings of some targets. `content` may be a slice: it must hold what `sliceOf` keeps for
 * them. A target whose row is not there, archived or closed has no findings.
 *
 * @param rules the only rules to look at, as `rulesOf` gives them; null: all
 */
export function evaluateTargets(
  content: ReviewContent,
  targets: Iterable<string>,
  rules: ReadonlySet<string> | null = null,
): FiringFinding[] {
  const index = indexContent(content);
  const found: FiringFinding[] = [];
  for (const target of new Set(targets)) {
    const parsed = parseTarget(target);
    if (!parsed) continue;
    const row = parsed.kind === "review" ? content.review : rowsOf(parsed.kind, index).get(parsed.id);
    if (row) evaluateRow(parsed.kind, target, row, index, found, rules);
  }
  return found;
}

function evaluateRow(
  kind: TargetKind,
  target: string,
  row: TargetRow[TargetKind],
  index: ContentIndex,
  found: FiringFinding[],
  rules: ReadonlySet<string> | null = null,
): void {
  for (const { ruleId, evaluate } of evaluations[kind]) {
    if (rules && !rules.has(ruleId)) continue;
    const fired = evaluate(row as never, index);
    if (fired) found.push({ ruleId, target, ...fired });
  }
}

function rowsOf(
  kind: Exclude<TargetKind, "review">,
  index: ContentIndex,
): Map<string, TargetRow[typeof kind]> {
  switch (kind) {
    case "artifact":
      return index.artifacts;
    case "entry":
      return index.entryPoints;
    case "executor":
      return index.executors;
    case "capability":
      return index.capabilities;
    case "justification":
      return index.justifications;
    case "risk":
      return index.risks;
  }
}
