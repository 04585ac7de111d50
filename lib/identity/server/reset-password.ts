import { randomInt } from "node:crypto";
import { inWorkspace, type WorkspaceTx } from "@/lib/audit/server/in-workspace";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import { loadMember, type MemberRow, memberSubject } from "./members";
import { hashPassword } from "./passwords";

/** How long somebody whose password was reset cannot sign, in hours: whoever reset it knows it. */
export const HOURS_BEFORE_SIGNING = 24;

/**
 * An admin resets a member's password: a generated one, answered once. They have to choose another,
 * cannot sign for a day, all their sessions end and all their tokens are revoked.
 *
 * @throws ProblemError `not-found`; `forbidden` for oneself and for members of other workspaces
 */
export async function resetPassword(actor: Actor, memberId: string): Promise<{ password: string }> {
  const password = generatedPassword();
  const hashed = await hashPassword(password);
  await inWorkspace(actor.workspaceId, async (tx) => {
    const member = await loadMember(tx.sql, memberId);
    authorize(actor, "member.reset-password", memberSubject(member));
    await writeReset(tx, actor, member, hashed);
  });
  return { password };
}

/** Writes a reset and its event; for the admin above and for whoever runs Cordon. */
export async function writeReset(
  tx: WorkspaceTx,
  actor: Actor,
  member: MemberRow,
  hashed: string,
): Promise<void> {
  const maySignFrom = new Date(tx.now.getTime() + HOURS_BEFORE_SIGNING * 3_600_000);
  const [done] = await tx.sql.query<{ ended: number }>("select * from set_password($1, $2, true, $3, null)", [
    member.person_id,
    hashed,
    maySignFrom,
  ]);
  // Whoever knew the old password may have made tokens with it.
  const tokens = await tx.sql.query(
    "update api_token set revoked_at = $2 where member_id = $1 and revoked_at is null returning id",
    [member.id, tx.now],
  );
  await tx.record(actor, "member.password-reset", {
    member: member.id,
    name: member.name,
    maySignFrom: maySignFrom.toISOString(),
    sessionsEnded: done?.ended ?? 0,
    tokensRevoked: tokens.length,
  });
}

/** Nothing in it is taken for something else when it is read out or copied by hand. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** Four groups of five, 99 bits: `k3mvq-…`. */
function generatedPassword(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
