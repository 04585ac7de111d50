import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { enteredPasswordSchema, newPasswordSchema, personNameSchema } from "../../schema";
import { memberSchema } from "../../views";
import { changeName } from "../change-name";
import { changePassword } from "../change-password";

const tag = "Account";

/** One's own account. */
export const accountRoutes: Route[] = [
  defineRoute({
    method: "PATCH",
    path: "/account",
    summary: "Change one's own name in this workspace",
    tag,
    needs: "account.edit",
    body: z.strictObject({ name: personNameSchema }),
    response: memberSchema,
    handle: ({ actor, body }) => changeName(actor, body.name),
  }),
  defineRoute({
    method: "POST",
    path: "/account/password",
    summary: "Choose a new password; other sessions end",
    tag,
    needs: "account.change-password",
    body: z.strictObject({ present: enteredPasswordSchema, password: newPasswordSchema }),
    response: z.object({ sessionsEnded: z.number() }),
    handle: ({ actor, body }) => changePassword(actor, body),
  }),
];
