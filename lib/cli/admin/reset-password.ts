import { inWorkspace } from "@/lib/audit/server/in-workspace";
import { whyNotPassword } from "@/lib/identity/password-rules";
import { emailSchema } from "@/lib/identity/schema";
import { loadMember } from "@/lib/identity/server/members";
import { hashPassword } from "@/lib/identity/server/passwords";
import { HOURS_BEFORE_SIGNING, writeReset } from "@/lib/identity/server/reset-password";
import { Refusal } from "../io";
import { type AdminCommand, actIn, memberByEmail } from "./context";
import { need, readPassword } from "./input";

/** `admin reset-password`: a new password, which its owner has to change; all their sessions end and their tokens are revoked. */
export const resetPassword: AdminCommand = {
  usage: "reset-password --email E [--workspace W]",
  summary: "sets a password, from standard input, that its owner has to change",
  options: ["email", "workspace"],
  positionals: 0,
  migrates: true,
  async run(input, context) {
    const email = need(input, "email", emailSchema);
    const actor = await actIn(context, input);
    const memberId = await memberByEmail(context, actor, email);
    const password = await readPassword(context.io);
    const refused = whyNotPassword(password, email);
    if (refused) throw new Refusal(refused);
    const hashed = await hashPassword(password);
    await inWorkspace(actor.workspaceId, async (tx) =>
      writeReset(tx, actor, await loadMember(tx.sql, memberId), hashed),
    );
    context.io.stdout.write(
      `${email} has a new password, must change it when signing in, has no API tokens any more, and cannot sign a decision for ${HOURS_BEFORE_SIGNING} hours.\n`,
    );
    return 0;
  },
};
