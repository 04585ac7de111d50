import type { Actor } from "@/lib/identity/actor";
import { abilities, POLICY } from "@/lib/identity/policy";
import { isAtLeast } from "@/lib/identity/roles";
import type { Sql } from "@/lib/platform/db/sql";
import { type ApprovalOutlook, approvalOutlook, type PolicyLink } from "../approval-outlook";
import type { SignOffTerms, VersionedTerms } from "../terms";
import { approversOf } from "./approvers";
import { writtenByEach } from "./written-by";

/**
 * Whether enough people could approve a revision of a review under some terms.
 *
 * @param of who asks for the approval, null while nobody does, and the seq up to which what people
 *   wrote is part of the revision
 */
export async function outlookOf(
  sql: Sql,
  head: { id: string; system: { id: string } },
  terms: SignOffTerms,
  { requesterId, seq }: { requesterId: string | null; seq: number },
): Promise<ApprovalOutlook> {
  const approvers = await approversOf(sql, head.system.id);
  // Who wrote what matters, and is looked up, only where it keeps somebody from approving.
  const wrote = terms.ownText
    ? new Map<string, string[]>()
    : await writtenByEach(
        sql,
        head.id,
        approvers.map(({ id }) => id),
        seq,
      );
  return approvalOutlook(terms, approvers, { requesterId, wrote });
}

/** Who would ask for the approval of a draft: the reader, if their role lets them submit it. */
export const wouldSubmit = (actor: Actor): string | null =>
  actor.kind === "user" && isAtLeast(actor.role, POLICY["revision.submit"].least) ? actor.id : null;

/** Where the actor can change the terms that hold for a system; nowhere unless they are an admin. */
export function policyLinks(
  actor: Actor,
  system: { id: string; name: string },
  { version }: Pick<VersionedTerms, "version">,
): PolicyLink[] {
  if (abilities(actor, ["policy.set"]).length === 0) return [];
  const workspace = { label: "Policy of the workspace", href: "/settings/sign-off" };
  // "3.2": the system has terms of its own beside the workspace's.
  if (!version.includes(".")) return [workspace];
  return [{ label: `Policy for ${system.name}`, href: `/systems/${system.id}/sign-off` }, workspace];
}
