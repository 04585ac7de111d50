import { z } from "zod";
import { emailSchema, roleSchema, TOKEN_DAYS, tokenNameSchema } from "@/lib/identity/schema";
import { createToken } from "@/lib/identity/server/create-token";
import { withClient } from "@/lib/platform/postgres/serving-role";
import { type AdminCommand, actIn, memberByEmail } from "./context";
import { need } from "./input";

const daysSchema = z.coerce
  .number("--days takes a whole number of days, such as 30.")
  .int()
  .min(1, "At least one day.")
  .max(TOKEN_DAYS.max, `At most ${TOKEN_DAYS.max} days.`);

/** `admin token`: an API token of a member's; prints the token alone, which is not kept. */
export const token: AdminCommand = {
  usage: "token --email E --name N --days D [--role R] [--workspace W]",
  summary:
    "makes an API token for a member and prints it alone; it has the member's role unless --role says less",
  options: ["email", "name", "days", "role", "workspace"],
  positionals: 0,
  migrates: true,
  async run(input, context) {
    const email = need(input, "email", emailSchema);
    const name = need(input, "name", tokenNameSchema);
    const days = need(input, "days", daysSchema);
    const actor = await actIn(context, input);
    const memberId = await memberByEmail(context, actor, email);
    const role = input.values.role
      ? need(input, "role", roleSchema)
      : await withClient(context.database.ownerUrl, async (client) => {
          const text = "SELECT role FROM member WHERE workspace_id = $1 AND id = $2";
          const { rows } = await client.query(text, [actor.workspaceId, memberId]);
          return roleSchema.parse(rows[0]?.role);
        });
    const made = await createToken(actor, { name, role, days }, memberId);
    context.io.stdout.write(`${made.token}\n`);
    return 0;
  },
};
