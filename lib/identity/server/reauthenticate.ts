import { problem } from "@/lib/kernel/errors";
import { callFunction } from "@/lib/platform/db/functions";
import { inTransaction } from "@/lib/platform/db/transaction";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import { logWrongPassword, takeGuess } from "./guess-limit";
import { isPassword } from "./passwords";

/**
 * Proves once more that the person of a session is at it, so that they can sign in the next minutes.
 *
 * @returns when it was proved
 * @throws ProblemError `invalid-input` for a wrong password, `rate-limited`, `reauthentication-required` for a token
 */
export async function reauthenticate(actor: Actor, password: string): Promise<Date> {
  authorize(actor, "session.reauthenticate");
  await provePassword(actor, password);
  return inTransaction(actor.workspaceId, "BEGIN", async (client) => {
    const { rows } = await client.query(
      "update session set authenticated_at = now() where id = $1 and ended_at is null returning authenticated_at",
      [actor.session?.id],
    );
    if (!rows[0]) throw problem("unauthenticated", "Your session has ended. Sign in again.");
    return rows[0].authenticated_at as Date;
  });
}

/**
 * Checks the actor's own password.
 *
 * @throws ProblemError `invalid-input` at /password when it is wrong, `rate-limited`
 */
export async function provePassword(actor: Actor, password: string, pointer = "/password"): Promise<void> {
  const guess = await takeGuess("password", actor.email, actor.request.address);
  const [person] = await callFunction<{ password_hash: string }>("person_by_email", [actor.email]);
  if (!(await isPassword(person?.password_hash, password))) {
    logWrongPassword("re-authentication", actor.request, actor.email);
    const message = "This is not your password. Try again.";
    throw problem("invalid-input", message, { fields: [{ pointer, message }] });
  }
  await guess.wasRight();
}
