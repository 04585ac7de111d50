import { z } from "zod";
import { roleSchema } from "./schema";

/** What the API and the pages show of identity. None of it holds a secret but where it says so. */

const time = z.iso.datetime();
const abilities = z.array(z.string());

export const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for readers below reviewer, but for their own. */
  email: z.string().nullable(),
  role: roleSchema,
  joinedAt: time,
  isYou: z.boolean(),
  abilities,
});
export type MemberView = z.infer<typeof memberSchema>;

export const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: roleSchema,
  systems: z.array(z.object({ id: z.string(), name: z.string() })),
  invitedBy: z.string(),
  createdAt: time,
  expiresAt: time,
  state: z.enum(["open", "accepted", "revoked", "expired"]),
  abilities,
});
export type InvitationView = z.infer<typeof invitationSchema>;

/** An invitation as it is answered once, with the link that is not kept. */
export const newInvitationSchema = invitationSchema.extend({
  token: z.string(),
  path: z.string(),
  url: z.string(),
});
export type NewInvitation = z.infer<typeof newInvitationSchema>;

export const sessionSchema = z.object({
  id: z.string(),
  member: z.object({ id: z.string(), name: z.string() }),
  address: z.string(),
  userAgent: z.string(),
  createdAt: time,
  lastSeenAt: time,
  expiresAt: time,
  isPresent: z.boolean(),
});
export type SessionView = z.infer<typeof sessionSchema>;

export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  role: roleSchema,
  owner: z.object({ id: z.string(), name: z.string() }),
  /** Who made it, when that was not its owner. */
  madeBy: z.string().nullable(),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: time.nullable(),
  isExpired: z.boolean(),
});
export type TokenView = z.infer<typeof tokenSchema>;

/** A token as it is answered once, with the secret that is not kept. */
export const newTokenSchema = tokenSchema.extend({ token: z.string() });
export type NewToken = z.infer<typeof newTokenSchema>;

export const whoAmISchema = z.object({
  kind: z.enum(["user", "token"]),
  member: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  role: roleSchema,
  workspace: z.object({ id: z.string(), name: z.string() }),
  /** For a person: every workspace that they are a member of. */
  workspaces: z.array(
    z.object({ id: z.string(), name: z.string(), role: roleSchema, isPresent: z.boolean() }),
  ),
  session: z
    .object({
      id: z.string(),
      authenticatedAt: time,
      mustChangePassword: z.boolean(),
      maySignFrom: time.nullable(),
    })
    .nullable(),
  abilities,
});
export type WhoAmI = z.infer<typeof whoAmISchema>;

export const workspaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: time,
  members: z.number(),
  abilities,
});
export type WorkspaceView = z.infer<typeof workspaceSchema>;

export const eventSchema = z.object({
  id: z.string(),
  seq: z.number(),
  at: time,
  type: z.string(),
  words: z.string(),
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  payload: z.record(z.string(), z.unknown()),
  hash: z.string(),
});
