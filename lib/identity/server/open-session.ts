import type { WorkspaceTx } from "@/lib/audit/server/in-workspace";
import { newId } from "@/lib/kernel/ids";
import type { RequestFacts } from "../actor";

/** How long a session lasts at most, in days, however much it is used. */
const SESSION_DAYS = 30;

export type OpenSession = {
  workspaceId: string;
  personId: string;
  memberId: string;
  name: string;
  /** When the password was last entered; now, where none is said. */
  authenticatedAt?: Date;
};

/** Opens a session of a member and writes its event; gives the session's id, which the cookie carries. */
export async function openSession(tx: WorkspaceTx, who: OpenSession, facts: RequestFacts): Promise<string> {
  const id = newId();
  await tx.sql.query(
    `insert into session (id, workspace_id, person_id, member_id, method, user_agent, address, created_at, last_seen_at, expires_at, authenticated_at)
     values ($1, $2, $3, $4, 'password', $5, $6, $7::timestamptz, $7::timestamptz, $7::timestamptz + make_interval(days => $8), $9)`,
    [
      id,
      who.workspaceId,
      who.personId,
      who.memberId,
      facts.userAgent,
      facts.address,
      tx.now,
      SESSION_DAYS,
      who.authenticatedAt ?? tx.now,
    ],
  );
  const actor = { kind: "user", id: who.memberId, name: who.name, workspaceId: who.workspaceId } as const;
  await tx.record(actor, "session.opened", {
    session: id,
    address: facts.address,
    userAgent: facts.userAgent,
  });
  return id;
}
