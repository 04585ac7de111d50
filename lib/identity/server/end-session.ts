import { inWorkspace } from "@/lib/audit/server/in-workspace";
import { problem } from "@/lib/kernel/errors";
import type { Actor } from "../actor";
import { authorize } from "../policy";

type Row = { id: string; member_id: string; name: string };

/**
 * Ends a session at once: one's own, or as an admin anybody's in the workspace. Ending one that has
 * ended already changes nothing and is no error.
 *
 * @throws ProblemError `not-found` when there is no such session that the actor can see
 */
export async function endSession(actor: Actor, sessionId: string): Promise<void> {
  await inWorkspace(actor.workspaceId, async (tx) => {
    const [row] = await tx.sql.query<Row & { ended_at: Date | null }>(
      `select s.id, s.member_id, s.ended_at, m.name from session s
       join member m on m.workspace_id = s.workspace_id and m.id = s.member_id where s.id = $1`,
      [sessionId],
    );
    const isOwn = row?.member_id === actor.id;
    if (!row || (!isOwn && actor.role !== "admin")) throw notThere();
    authorize(actor, isOwn ? "session.end-own" : "session.end-any");
    if (row.ended_at) return;
    await tx.sql.query("update session set ended_at = $2 where id = $1", [sessionId, tx.now]);
    await tx.record(actor, "session.ended", {
      session: sessionId,
      member: row.member_id,
      name: row.name,
      signedOut: sessionId === actor.session?.id,
    });
  });
}

const notThere = () =>
  problem("not-found", "There is no such session. It may have ended; load the list again.");
