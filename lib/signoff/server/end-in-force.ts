import type { Tx } from "@/lib/platform/unit-of-work/run";
import type { RowChange } from "@/lib/review/change";

/** What can end a revision that is in force. */
export type EndingFact =
  | "time"
  | "revoked"
  | "superseded"
  | "wider-authority"
  | "risk-expired"
  | "risk-revoked";

/**
 * The change that ends the revision in force, for good, by a fact; none when there is none in force.
 *
 * @param because what people read after "Revision 3 has ended: "
 */
export async function endInForce(
  tx: Tx,
  { by, because }: { by: EndingFact; because: string },
): Promise<RowChange[]> {
  const [revision] = await tx.sql.query<{ id: string; number: number }>(
    "select id, number from revision where review_id = $1 and state = 'in-force'",
    [tx.review.id],
  );
  if (!revision) return [];
  return [
    {
      op: "update",
      table: "revision",
      id: revision.id,
      before: { number: revision.number, state: "in-force" },
      set: { state: "ended", endedAt: tx.now.toISOString(), endedBy: by, endedBecause: because },
    },
  ];
}
