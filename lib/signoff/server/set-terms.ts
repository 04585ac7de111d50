import { inWorkspace } from "@/lib/audit/server/in-workspace";
import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { problem } from "@/lib/kernel/errors";
import type { Sql } from "@/lib/platform/db/sql";
import type { SignOffTerms } from "../terms";
import { APPROVER_ROLES } from "./approvers";
import { newestTerms, termsIn } from "./terms";

/**
 * Sets the terms of signing off of the workspace, or of one system, as the next version. A revision
 * that was submitted before is decided under the tighter of its own terms and these. The same terms
 * again make no version.
 *
 * @param systemId null for the workspace
 * @param version the newest version that the person saw, 0 for none
 * @throws ProblemError `forbidden`, `reauthentication-required` unless the admin has just entered their
 *   password, `conflict` when somebody set terms meanwhile, `invalid-input` for
 *   a person who cannot approve or a quorum that the named people cannot reach
 */
export async function setTerms(
  actor: Actor,
  systemId: string | null,
  terms: SignOffTerms,
  version: number,
): Promise<{ version: number }> {
  return inWorkspace(actor.workspaceId, async (tx) => {
    authorize(actor, "policy.set");
    if (systemId) await refuseUnknownSystem(tx.sql, systemId);
    const scopeId = systemId ?? actor.workspaceId;
    const present = (await newestTerms(tx.sql, [scopeId])).get(scopeId);
    if ((present?.version ?? 0) !== version) {
      throw problem(
        "conflict",
        "Somebody changed the policy after you began. Load the page again and look at it first.",
      );
    }
    const next = { ...terms, approverIds: [...new Set(terms.approverIds)].sort() };
    if (present && canonicalJson(termsIn(present)) === canonicalJson(next)) return { version };
    await refuseImpossible(tx.sql, next);
    await tx.sql.query(
      `insert into sign_off_policy (workspace_id, scope_id, version, quorum, approver_ids, admins_approve, own_text,
         validity_days, highest_severity, warning_days, set_by_id, set_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        actor.workspaceId,
        scopeId,
        version + 1,
        next.quorum,
        next.approverIds,
        next.adminsApprove,
        next.ownText,
        next.validityDays,
        next.highestSeverity,
        next.warningDays,
        actor.id,
        tx.now,
      ],
    );
    await tx.record(actor, "policy.set", {
      version: version + 1,
      system: systemId,
      before: present ? termsIn(present) : null,
      after: next,
    });
    return { version: version + 1 };
  });
}

async function refuseUnknownSystem(sql: Sql, systemId: string): Promise<void> {
  const [found] = await sql.query("select 1 from system where id = $1", [systemId]);
  if (!found) throw problem("not-found", "There is no such system that you can see.");
}

async function refuseImpossible(sql: Sql, { approverIds, quorum }: SignOffTerms): Promise<void> {
  if (approverIds.length === 0) return;
  const able = await sql.query<{ id: string }>(
    "select id from member where id = any($1::uuid[]) and removed_at is null and role = any($2)",
    [approverIds, APPROVER_ROLES],
  );
  if (able.length < approverIds.length) {
    const message = "Somebody who is named is no member with the role approver or admin.";
    throw problem("invalid-input", message, { fields: [{ pointer: "/approverIds", message }] });
  }
  if (quorum > able.length) {
    const message = `${able.length === 1 ? "One person is" : `${able.length} people are`} named, so ${quorum} approvals can never come together.`;
    throw problem("invalid-input", message, { fields: [{ pointer: "/quorum", message }] });
  }
}
