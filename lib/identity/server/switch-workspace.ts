import { inWorkspace } from "@/lib/audit/server/in-workspace";
import { problem } from "@/lib/kernel/errors";
import { callFunction } from "@/lib/platform/db/functions";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import type { Role } from "../roles";
import { endSession } from "./end-session";
import { openSession } from "./open-session";

/** A workspace that a person is a member of. */
export type Membership = { workspace_id: string; workspace_name: string; member_id: string; role: Role };

/** The workspaces of a person, in the order of joining. */
export const membershipsOf = (personId: string): Promise<Membership[]> =>
  callFunction<Membership>("memberships_of", [personId]);

/**
 * Opens a session in another workspace of the same person and ends the present one. When the password
 * was last entered goes with it.
 *
 * @returns the new session's id
 * @throws ProblemError `not-found` when they are no member there
 */
export async function switchWorkspace(actor: Actor, workspaceId: string): Promise<string> {
  authorize(actor, "session.switch-workspace");
  const session = actor.session!;
  const there = (await membershipsOf(session.personId)).find((each) => each.workspace_id === workspaceId);
  if (!there) throw problem("not-found", "You are no member of such a workspace.");
  const who = {
    workspaceId,
    personId: session.personId,
    memberId: there.member_id,
    authenticatedAt: session.authenticatedAt,
  };
  const opened = await inWorkspace(workspaceId, async (tx) => {
    const [member] = await tx.sql.query<{ name: string }>(
      "select name from member where id = $1 and removed_at is null",
      [there.member_id],
    );
    if (!member) throw problem("not-found", "You are no member of such a workspace.");
    return openSession(tx, { ...who, name: member.name }, actor.request);
  });
  await endSession(actor, session.id);
  return opened;
}
