import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import type { Answer } from "../cell";
import type { RiskTier } from "../vocabulary";
import { type ReviewHead, reviewHead } from "./access";
import { presentRow } from "./rows";

/** The review's own cells with what the head says. */
export type ReviewDetail = ReviewHead & {
  task: string | null;
  dataSubjects: string | null;
  riskTier: RiskTier | null;
  notes: string | null;
  answers: Record<string, Answer>;
  versions: Record<string, number>;
};

/**
 * One review: its head, then its own cells.
 *
 * @throws ProblemError `not-found`
 */
export async function reviewDetail(actor: Actor, reviewId: string): Promise<ReviewDetail> {
  const head = await reviewHead(actor, reviewId);
  const [row] = await readSql(actor, (sql) =>
    sql.query<Record<string, unknown>>(
      "select title, task, data_subjects, risk_tier, notes, answers, versions from review where id = $1",
      [reviewId],
    ),
  );
  return { ...head, ...(presentRow(row!) as unknown as Omit<ReviewDetail, keyof ReviewHead>) };
}
