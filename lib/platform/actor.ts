import type { Actor, RequestFacts } from "@/lib/identity/actor";
import { ROLES, type Role } from "@/lib/identity/roles";
import { callFunction } from "./db/functions";

type SessionRow = {
  workspace_id: string;
  workspace_name: string;
  member_id: string;
  person_id: string;
  name: string;
  email: string;
  role: Role;
  method: string;
  authenticated_at: Date;
  must_change_password: boolean;
  may_sign_from: Date | null;
};

/** The person behind a session that has neither ended nor expired, whose membership stands; else null. */
export async function actorFromSession(sessionId: string, request: RequestFacts): Promise<Actor | null> {
  const [row] = await callFunction<SessionRow>("actor_by_session", [sessionId]);
  if (!row) return null;
  return {
    kind: "user",
    id: row.member_id,
    name: row.name,
    email: row.email,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    role: row.role,
    session: {
      id: sessionId,
      personId: row.person_id,
      method: row.method,
      authenticatedAt: row.authenticated_at,
      mustChangePassword: row.must_change_password,
      maySignFrom: row.may_sign_from,
    },
    tokenId: null,
    request,
  };
}

type TokenRow = {
  workspace_id: string;
  workspace_name: string;
  token_id: string;
  member_id: string;
  name: string;
  email: string;
  token_role: Role;
  member_role: Role;
  is_expired: boolean;
};

/**
 * The actor behind an API token's hash. Its power is the lesser of the token's role and its owner's
 * role now. Answers "expired" for a token whose time is over, null for one that is unknown or revoked.
 */
export async function actorFromToken(hash: string, request: RequestFacts): Promise<Actor | "expired" | null> {
  const [row] = await callFunction<TokenRow>("actor_by_token", [hash]);
  if (!row) return null;
  if (row.is_expired) return "expired";
  const role = ROLES[Math.min(ROLES.indexOf(row.token_role), ROLES.indexOf(row.member_role))]!;
  return {
    kind: "token",
    id: row.member_id,
    name: row.name,
    email: row.email,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    role,
    session: null,
    tokenId: row.token_id,
    request,
  };
}

/** Cordon itself, for work that no person asked for (a new rule set's re-derivation, jobs). */
export function systemActor(workspaceId: string, workspaceName = ""): Actor {
  return {
    kind: "system",
    id: "00000000-0000-0000-0000-000000000000",
    name: "Cordon",
    email: "",
    workspaceId,
    workspaceName,
    role: "admin",
    session: null,
    tokenId: null,
    request: { id: "system", address: "", userAgent: "" },
  };
}
