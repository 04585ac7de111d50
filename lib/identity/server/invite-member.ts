import { createHash, randomBytes } from "node:crypto";
import { inWorkspace, type WorkspaceTx } from "@/lib/audit/server/in-workspace";
import { problem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import type { Invite } from "../schema";
import type { NewInvitation } from "../views";
import { loadInvitation, presentInvitation } from "./invitations";

/** What is stored of an invitation's token: SHA-256, hex. It carries 256 bits, so no slow hash is needed. */
export const invitationHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * Invites somebody by a link that works once. An earlier link for the same address stops working,
 * so that there is one answer to "which role was that?".
 *
 * @returns the invitation with its link, which is not kept
 * @throws ProblemError `not-in-this-state` when they are a member, `invalid-input` for an unknown system
 */
export async function inviteMember(actor: Actor, invite: Invite): Promise<NewInvitation> {
  return inWorkspace(actor.workspaceId, async (tx) => {
    authorize(actor, "invitation.create");
    await refuseMember(tx, invite.email);
    await refuseUnknownSystems(tx, invite.systemIds);
    const { id, token } = await writeInvitation(tx, actor, invite);
    const row = await loadInvitation(tx.sql, id);
    const path = `/invite/${token}`;
    return { ...presentInvitation(row, actor, tx.now), token, path, url: `${ownUrl()}${path}` };
  });
}

/** Writes an invitation and its event; used by the command line too, which accepts it at once. */
export async function writeInvitation(
  tx: WorkspaceTx,
  actor: Actor,
  invite: Invite,
): Promise<{ id: string; token: string }> {
  const id = newId();
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(tx.now.getTime() + invite.days * 86_400_000);
  const replaced = await tx.sql.query<{ id: string }>(
    "update invitation set revoked_at = $2 where email = $1 and accepted_at is null and revoked_at is null returning id",
    [invite.email, tx.now],
  );
  await tx.sql.query(
    `insert into invitation (workspace_id, id, email, role, system_ids, hash, created_by_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      actor.workspaceId,
      id,
      invite.email,
      invite.role,
      invite.systemIds,
      invitationHash(token),
      actor.id,
      tx.now,
      expiresAt,
    ],
  );
  await tx.record(actor, "member.invited", {
    invitation: id,
    email: invite.email,
    role: invite.role,
    systems: invite.systemIds,
    expiresAt: expiresAt.toISOString(),
    ...(replaced.length > 0 && { replaces: replaced.map((each) => each.id) }),
  });
  return { id, token };
}

/** Refuses an address that is a member's already. */
export async function refuseMember(tx: WorkspaceTx, email: string): Promise<void> {
  const [member] = await tx.sql.query<{ name: string; role: string }>(
    "select name, role from member where email = $1 and removed_at is null",
    [email],
  );
  if (!member) return;
  throw problem(
    "not-in-this-state",
    `${member.name} (${email}) is a member already, as ${member.role}. An admin can change the role under Members.`,
  );
}

async function refuseUnknownSystems(tx: WorkspaceTx, ids: string[]): Promise<void> {
  const known = await tx.sql.query<{ id: string }>("select id from system where id = any($1)", [ids]);
  if (known.length === new Set(ids).size) return;
  const message = "One of these systems is not there any more. Choose again.";
  throw problem("invalid-input", message, { fields: [{ pointer: "/systemIds", message }] });
}

const ownUrl = (): string => (process.env.CORDON_URL ?? process.env.NEXTAUTH_URL ?? "").replace(/\/+$/, "");
