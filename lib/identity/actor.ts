import type { Role } from "./roles";

/** What a request says of itself; kept for the audit and for rate limits. */
export type RequestFacts = { id: string; address: string; userAgent: string };

/**
 * Who acts. Made in lib/platform/actor.ts only, from what the database says now: roles are never read from a
 * cookie or a token. For people and tokens `id` is the member's id.
 */
export type Actor = {
  kind: "user" | "token" | "system";
  id: string;
  name: string;
  email: string;
  workspaceId: string;
  workspaceName: string;
  role: Role;
  /** For people: the session, how and when the password was last entered, from when they may sign. */
  session: {
    id: string;
    personId: string;
    method: string;
    authenticatedAt: Date;
    mustChangePassword: boolean;
    maySignFrom: Date | null;
  } | null;
  /** For tokens: the token's id. */
  tokenId: string | null;
  request: RequestFacts;
};
