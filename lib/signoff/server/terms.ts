import type { Sql } from "@/lib/platform/db/sql";
import { DEFAULT_TERMS, type SignOffTerms, tighter, type VersionedTerms } from "../terms";

type TermsRow = SignOffTerms & { scopeId: string; version: number };

const COLUMNS = `scope_id as "scopeId", version, quorum, approver_ids as "approverIds", admins_approve as "adminsApprove",
  own_text as "ownText", validity_days as "validityDays", highest_severity as "highestSeverity",
  warning_days as "warningDays"`;

/**
 * The terms on which a system's reviews are signed off now: the workspace's, and what the system's
 * own make tighter.
 */
export async function termsOf(sql: Sql, workspaceId: string, systemId: string): Promise<VersionedTerms> {
  const rows = await newestTerms(sql, [workspaceId, systemId]);
  const workspace = rows.get(workspaceId);
  const system = rows.get(systemId);
  const base = workspace ? termsIn(workspace) : DEFAULT_TERMS;
  return {
    version: `${workspace?.version ?? 0}${system ? `.${system.version}` : ""}`,
    terms: system ? tighter(base, termsIn(system)) : base,
  };
}

/** The newest terms of each of some scopes that has any. */
export async function newestTerms(sql: Sql, scopeIds: string[]): Promise<Map<string, TermsRow>> {
  const rows = await sql.query<TermsRow>(
    `select distinct on (scope_id) ${COLUMNS} from sign_off_policy
     where scope_id = any($1::uuid[]) order by scope_id, version desc`,
    [scopeIds],
  );
  return new Map(rows.map((row) => [row.scopeId, row]));
}

/** A row's terms alone. */
export const termsIn = ({ scopeId: _, version: __, ...terms }: TermsRow): SignOffTerms => terms;
