import { createHash } from "node:crypto";
import type { Actor, RequestFacts } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { isId, newId } from "@/lib/kernel/ids";
import { actorFromSession, actorFromToken } from "../actor";
import { noteUse } from "../db/telemetry";
import { networkOf } from "./network-of";
import { takeTurn } from "./rate-limit";
import { sessionIdOf } from "./session-cookie";

/** The prefix of every API token, so that secret scanners know one when they see it. */
export const TOKEN_PREFIX = "cordon_";

/** How many tokens that are none one network may send in a minute. */
export const MOST_BAD_TOKENS = 600;

/** What is stored of a token: SHA-256, hex. Tokens carry 256 bits, so no slow hash is needed. */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Reads who asks from where; the address was set by our own server and cannot be forged. */
export function requestFacts(headers: Headers): RequestFacts {
  const given = headers.get("x-request-id") ?? "";
  return {
    id: /^[\w-]{8,64}$/.test(given) ? given : newId(),
    address: headers.get("x-cordon-address") ?? "",
    userAgent: (headers.get("user-agent") ?? "").slice(0, 300),
  };
}

/**
 * Who makes a request: the bearer of a token, else the person behind the session cookie.
 *
 * @throws ProblemError `unauthenticated`, which says whether something was sent and why it is no good;
 *   `rate-limited` for too many tokens that are none
 */
export async function authenticate(request: Request, facts: RequestFacts): Promise<Actor> {
  const header = request.headers.get("authorization");
  if (header !== null) return bearer(header, facts);
  const sessionId = await sessionIdOf(request.headers);
  if (!sessionId || !isId(sessionId))
    throw problem("unauthenticated", "Sign in, or send a token as `Authorization: Bearer …`.");
  const actor = await actorFromSession(sessionId, facts);
  if (!actor) throw problem("unauthenticated", "Your session has ended. Sign in again.");
  noteUse("session", actor.workspaceId, sessionId);
  return actor;
}

async function bearer(header: string, facts: RequestFacts): Promise<Actor> {
  const [, token] = /^Bearer ([\x21-\x7e]{10,200})$/i.exec(header) ?? [];
  if (!token?.startsWith(TOKEN_PREFIX)) {
    throw problem(
      "unauthenticated",
      "The Authorization header holds no Cordon token; send `Bearer cordon_…`.",
    );
  }
  const actor = await actorFromToken(tokenHash(token), facts);
  if (!actor || actor === "expired")
    await takeTurn("a token that is none", networkOf(facts.address), MOST_BAD_TOKENS);
  if (actor === "expired")
    throw problem("unauthenticated", "This token has expired. Make a new one under Account.");
  if (!actor) throw problem("unauthenticated", "This token is unknown or was revoked.");
  noteUse("token", actor.workspaceId, actor.tokenId!);
  return actor;
}
