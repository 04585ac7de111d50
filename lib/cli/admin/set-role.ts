import { emailSchema, roleSchema } from "@/lib/identity/schema";
import { setRole as give } from "@/lib/identity/server/set-role";
import { type AdminCommand, actIn, memberByEmail } from "./context";
import { need } from "./input";

/** `admin set-role`: gives a member another role. */
export const setRole: AdminCommand = {
  usage: "set-role --email E --role R [--workspace W]",
  summary: "gives a member another role",
  options: ["email", "role", "workspace"],
  positionals: 0,
  migrates: true,
  async run(input, context) {
    const email = need(input, "email", emailSchema);
    const role = need(input, "role", roleSchema);
    const actor = await actIn(context, input);
    await give(actor, await memberByEmail(context, actor, email), { role });
    context.io.stdout.write(`${email} is now ${role} in "${actor.workspaceName}".\n`);
    return 0;
  },
};
