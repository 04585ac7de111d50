import { inWorkspace } from "@/lib/audit/server/in-workspace";
import { problem } from "@/lib/kernel/errors";
import type { Actor } from "../actor";
import { whyNotPassword } from "../password-rules";
import { authorize } from "../policy";
import { hashPassword } from "./passwords";
import { provePassword } from "./reauthenticate";

/**
 * A person chooses a new password. Their other sessions end, in every workspace; this one stays. A
 * wait before signing that an admin's reset began goes on.
 *
 * @returns how many sessions ended
 * @throws ProblemError `invalid-input` for a wrong present or a refused new password, `rate-limited`
 */
export async function changePassword(
  actor: Actor,
  input: { present: string; password: string },
): Promise<{ sessionsEnded: number }> {
  authorize(actor, "account.change-password");
  if (!actor.session) throw problem("reauthentication-required", "Only a signed-in person has a password.");
  const { id: sessionId, personId } = actor.session;
  const refused =
    whyNotPassword(input.password, actor.email) ??
    (input.password === input.present ? "This is the password that you have. Choose another." : null);
  if (refused) {
    throw problem("invalid-input", refused, { fields: [{ pointer: "/password", message: refused }] });
  }
  await provePassword(actor, input.present, "/present");
  const hashed = await hashPassword(input.password);
  return inWorkspace(actor.workspaceId, async (tx) => {
    const [done] = await tx.sql.query<{ ended: number }>(
      "select * from set_password($1, $2, false, null, $3)",
      [personId, hashed, sessionId],
    );
    if (!done) throw problem("unauthenticated", "Your session has ended. Sign in again.");
    await tx.record(actor, "member.password-changed", { member: actor.id, sessionsEnded: done.ended });
    return { sessionsEnded: done.ended };
  });
}
