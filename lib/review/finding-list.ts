import { z } from "zod";
import { storableText } from "./fields";
import type { RowLink } from "./row-link";
import { SEVERITIES, type Severity } from "./vocabulary";

export const FINDING_STATES = {
  open: "Open",
  resolved: "Resolved",
  accepted: "Accepted",
  dismissed: "Dismissed",
} as const;
export type FindingState = keyof typeof FINDING_STATES;

/** The five questions of the rule catalogue, as headings. */
export const QUESTIONS = {
  1: "Can an execution path avoid confinement?",
  2: "If arbitrary code runs inside, what can it do?",
  3: "Is there evidence, and is it about this deployment?",
  4: "What may leave, and who can approve the next action?",
  5: "Is what stays known and signed for?",
} as const;
export type Question = keyof typeof QUESTIONS;

const commaList = <T extends string>(words: readonly [T, ...T[]]) =>
  z
    .string()
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(z.enum(words)).max(20));

/** The filters of a list of findings: the query of the API, and the address of the page. */
export const findingFilterSchema = z.strictObject({
  rule: storableText(20).optional(),
  severity: commaList(SEVERITIES).optional(),
  state: commaList(Object.keys(FINDING_STATES) as [FindingState, ...FindingState[]]).optional(),
  question: z.coerce.number().int().min(1).max(5).optional(),
  /** A target key (`executor:<id>`) or a short number (`X2`). */
  target: storableText(100).optional(),
  text: storableText(200).optional(),
});
export type FindingFilter = z.output<typeof findingFilterSchema>;

/** A finding in a list. */
export type FindingItem = {
  id: string;
  number: number;
  ruleId: string;
  title: string;
  question: Question;
  severity: Severity;
  state: FindingState;
  reason: string;
  target: RowLink;
  /** How many rows it lists. */
  listCount: number;
  /** Why an approver dismissed it, while it is dismissed. */
  dismissal: { reason: string; by: { id: string; name: string }; at: string } | null;
  /** The short numbers of the residual risks that cover it (`R4`), where the list was asked for them. */
  coveredBy: string[];
  openedSeq: number;
  changedSeq: number;
};

/** Something that happened to a finding. */
export type FindingMoment = {
  seq: number;
  at: string;
  actor: string;
  what: "opened" | "resolved" | "dismissed";
  type: string;
};

/** One finding with everything that is said about it. */
export type FindingDetail = FindingItem & {
  explanation: string;
  resolve: string[];
  reference: string;
  lists: RowLink[];
  history: FindingMoment[];
};
