import type {
  Artifact,
  Capability,
  EntryPoint,
  Executor,
  Justification,
  ResidualRisk,
  ReviewContent,
  ReviewRow,
} from "@/lib/review/content";
import type { Severity } from "@/lib/review/vocabulary";
import type { ContentIndex } from "./content-index";
import type { TargetKind } from "./targets";

/** The row that a rule looks at, by the kind of its target. */
export type TargetRow = {
  review: ReviewRow;
  artifact: Artifact;
  entry: EntryPoint;
  executor: Executor;
  capability: Capability;
  justification: Justification;
  risk: ResidualRisk;
};

/** What a rule says when it fires; rule and target are added by the engine. */
export type Fired = {
  severity: Severity;
  /** Why it fired here: one or two plain sentences that name the rows. */
  reason: string;
  /** Target keys of the rows it lists, in reading order. */
  lists: string[];
};

/** One predicate for each kind of target; pure, and given live rows only. */
export type Evaluations = {
  [K in TargetKind]?: (row: TargetRow[K], index: ContentIndex) => Fired | null;
};

/** One rule of the catalogue (`rules.md`): data shown to people, and its predicate. */
export type Rule = {
  /** Never reused. */
  id: string;
  /** Which of the five questions it answers. */
  question: 1 | 2 | 3 | 4 | 5;
  target: TargetKind;
  /** What it must see: its row, the rows of its group, or the whole review. */
  scope: "row" | "group" | "review";
  /** The worst that it can be. */
  severity: Severity;
  title: string;
  explanation: string;
  /** Ways to resolve it, the best first. */
  resolve: string[];
  /** Where it comes from: a standard, an advisory, a field. */
  reference: string;
  /** Whether an answer "not applicable, because" keeps it quiet. */
  notApplicable: boolean;
  /** Whether the rows it lists are its causes, so that a risk that covers each of them covers it. */
  listsCauses: boolean;
  /** When it is looked at: with every change, or only when a revision is submitted. */
  when: "always" | "submission";
  examples: { fires: () => ReviewContent; quiet: () => ReviewContent };
  evaluate: Evaluations;
};

/** A rule as it is served and exported: everything but its functions. */
export type RuleDescription = Omit<Rule, "examples" | "evaluate">;
