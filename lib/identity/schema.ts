import { z } from "zod";
import { whyNotName } from "@/lib/kernel/text";
import { whyNotPassword } from "./password-rules";
import { ROLES } from "./roles";

/** Refuses with the sentence that `why` gives. */
const unless = (why: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
  const said = why(text);
  if (said) context.addIssue({ code: "custom", message: said });
};

/** A name: one line of text without white space around it. */
const line = (what: string, max: number) =>
  z
    .string({ error: `${what} is missing.` })
    .trim()
    .min(1, `${what} is missing.`)
    .max(max, `${what} is longer than ${max} characters.`)
    .superRefine(unless(whyNotName));

export const idSchema = z.uuid("This is no id; ids look like 01977c1e-….").toLowerCase();

/** An e-mail address in lower case: two people never differ by case only. */
export const emailSchema = z
  .string({ error: "The e-mail address is missing." })
  .trim()
  .toLowerCase()
  .min(1, "The e-mail address is missing.")
  .max(254, "An e-mail address has at most 254 characters.")
  .pipe(z.email("This is no e-mail address; it looks like name@example.org."));

export const personNameSchema = line("The name", 100);
export const workspaceNameSchema = line("The workspace's name", 80);
export const tokenNameSchema = line("The token's name", 80);
export const roleSchema = z.enum(ROLES, `A role is one of ${ROLES.join(", ")}.`);

/** A password as somebody enters it to prove who they are: no rule but a bound. */
export const enteredPasswordSchema = z
  .string({ error: "The password is missing." })
  .min(1, "The password is missing.")
  .max(1000, "This is longer than any password here.");

/** A password as somebody chooses it. Whether it is their e-mail address is checked where that is known. */
export const newPasswordSchema = z
  .string({ error: "The password is missing." })
  .superRefine(unless((text) => whyNotPassword(text)));

export const setUpSchema = z
  .strictObject({
    code: z.string({ error: "The set-up code is missing." }).min(1, "The set-up code is missing.").max(100),
    workspace: workspaceNameSchema,
    name: personNameSchema,
    email: emailSchema,
    password: newPasswordSchema,
  })
  .superRefine(({ email, password }, context) => {
    // What is wrong with it by itself is said already.
    const said = whyNotPassword(password) ? null : whyNotPassword(password, email);
    if (said) context.addIssue({ code: "custom", path: ["password"], message: said });
  });

export type SetUp = z.output<typeof setUpSchema>;

/** How long an invitation is good, in days. */
const INVITATION_DAYS = { usual: 7, max: 30 };

export const inviteSchema = z.strictObject({
  email: emailSchema,
  role: roleSchema,
  systemIds: z.array(idSchema).max(200, "At most 200 systems at once.").default([]),
  days: z
    .int("Days are a whole number.")
    .min(1, "An invitation is good for at least a day.")
    .max(INVITATION_DAYS.max, `An invitation is good for at most ${INVITATION_DAYS.max} days.`)
    .default(INVITATION_DAYS.usual),
});

export type Invite = z.output<typeof inviteSchema>;

export const acceptInvitationSchema = z.strictObject({
  token: z.string({ error: "The invitation's token is missing." }).max(100),
  /** For somebody who is new to this installation. */
  name: personNameSchema.optional(),
  /** A new person chooses it; somebody who is known here enters theirs. */
  password: enteredPasswordSchema,
});

export type AcceptInvitation = z.output<typeof acceptInvitationSchema>;

/** The days that an API token is good. */
export const TOKEN_DAYS = { usual: 90, max: 365 };

export const createTokenSchema = z.strictObject({
  name: tokenNameSchema,
  role: roleSchema,
  days: z
    .int("Days are a whole number.")
    .min(1, "A token is good for at least a day.")
    .max(TOKEN_DAYS.max, `A token is good for at most ${TOKEN_DAYS.max} days.`)
    .default(TOKEN_DAYS.usual),
});

export type CreateToken = z.output<typeof createTokenSchema>;
