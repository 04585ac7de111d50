import { systemActor } from "@/lib/platform/actor";
import { callFunction } from "@/lib/platform/db/functions";
import { runUnitOfWork } from "@/lib/platform/unit-of-work/run";
import { RULE_SET_VERSION } from "../rules";

/**
 * Derives the findings of every review that another version of the rules derived; each review gets
 * one event that shows the difference. Ends no signature: a revision keeps the version it was
 * submitted under. Gives how many reviews there were.
 */
export async function deriveAgain(): Promise<number> {
  const due = await callFunction<{ workspace_id: string; review_id: string }>("due_work", [RULE_SET_VERSION]);
  for (const { workspace_id, review_id } of due) {
    await runUnitOfWork(systemActor(workspace_id), review_id, async (tx) => {
      const before = String(tx.review.row.rule_set_version);
      tx.write(tx.authorize("content.edit"), {
        type: "findings.derived",
        words: before === "" ? `rules ${RULE_SET_VERSION}` : `rules ${before} → ${RULE_SET_VERSION}`,
        keepDraft: true,
        everyFinding: true,
        changes: [
          {
            op: "update",
            table: "review",
            id: review_id,
            before: { ruleSetVersion: before },
            set: { ruleSetVersion: RULE_SET_VERSION },
          },
        ],
      });
    });
  }
  return due.length;
}
