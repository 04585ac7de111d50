import { randomBytes } from "node:crypto";
import { inWorkspace } from "@/lib/audit/server/in-workspace";
import { problem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { TOKEN_PREFIX, tokenHash } from "@/lib/platform/http/authenticate";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import { isAtLeast } from "../roles";
import type { CreateToken } from "../schema";
import type { NewToken } from "../views";
import { loadMember } from "./members";
import { loadToken, presentToken } from "./tokens";

/** How many working tokens one member can have: enough for every pipeline, few enough to look at. */
const MOST_TOKENS = 50;

/**
 * Makes an API token. Its power is the lesser of `role` and its owner's role at the time of use.
 *
 * @param ownerId the member whose token it is; another's only for Cordon itself (the command line)
 * @returns the token with its secret, which is not kept
 * @throws ProblemError `invalid-input` for a role above the owner's, `not-in-this-state` past the bound
 */
export async function createToken(
  actor: Actor,
  input: CreateToken,
  ownerId: string = actor.id,
): Promise<NewToken> {
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
  return inWorkspace(actor.workspaceId, async (tx) => {
    const owner = await loadMember(tx.sql, ownerId);
    if (ownerId !== actor.id && actor.kind !== "system")
      throw problem("forbidden", "A token can be made for oneself only.");
    authorize(actor, "token.create-own");
    if (!isAtLeast(owner.role, input.role)) {
      const message = `A token can hold at most its owner's role, which is ${owner.role}.`;
      throw problem("invalid-input", message, { fields: [{ pointer: "/role", message }] });
    }
    await refuseTooMany(tx.sql, ownerId);
    const id = newId();
    const expiresAt = new Date(tx.now.getTime() + input.days * 86_400_000);
    await tx.sql.query(
      `insert into api_token (workspace_id, id, member_id, name, role, hash, hint, created_by_id, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        actor.workspaceId,
        id,
        ownerId,
        input.name,
        input.role,
        tokenHash(token),
        token.slice(0, TOKEN_PREFIX.length + 4),
        actor.id,
        tx.now,
        expiresAt,
      ],
    );
    await tx.record(actor, "token.created", {
      token: id,
      name: input.name,
      role: input.role,
      owner: ownerId,
      ownerName: owner.name,
      expiresAt: expiresAt.toISOString(),
    });
    return { ...presentToken(await loadToken(tx.sql, id)), token };
  });
}

async function refuseTooMany(sql: Parameters<typeof loadMember>[0], ownerId: string): Promise<void> {
  const rows = await sql.query(
    "select 1 from api_token where member_id = $1 and revoked_at is null and expires_at > now()",
    [ownerId],
  );
  if (rows.length >= MOST_TOKENS)
    throw problem(
      "not-in-this-state",
      `There are ${MOST_TOKENS} tokens already. Revoke one that is not used.`,
    );
}
