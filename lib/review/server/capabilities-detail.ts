import { silenceIn } from "@/lib/authority/catalogue/entry";
import { findCatalogueEntry } from "@/lib/authority/catalogue/index-of-ids";
import { type RemovalPatch, removalPatch } from "@/lib/authority/removal-patch";
import { type Format, formatSchema } from "@/lib/authority/schema";
import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { ruleOf } from "@/lib/rules/rules";
import type { CapabilityDetail, GrantDetail } from "../authority/detail";
import type { Capability } from "../content";
import type { Severity } from "../vocabulary";
import { reviewHead } from "./access";
import { oneCapability, presentCapabilities } from "./capabilities-read";
import { excerptOf } from "./configurations-read";

/** @throws ProblemError `not-found` */
export async function capabilityDetail(
  actor: Actor,
  reviewId: string,
  id: string,
): Promise<CapabilityDetail> {
  await reviewHead(actor, reviewId);
  return readSql(actor, async (sql) => {
    const capability = await oneCapability(sql, reviewId, id);
    const grants = await grantsOf(sql, reviewId, id);
    const [row] = await presentCapabilities(sql, reviewId, [capability]);
    const chosen = grants.find((one) => one.configurationId === capability.grant?.configurationId);
    const entry = findCatalogueEntry(chosen?.catalogueId ?? capability.catalogueId);
    const shown = chosen ?? grants[0];
    return {
      row: row!,
      grant: chosen ?? null,
      grants,
      excerpt: shown ? await excerptOf(sql, reviewId, shown) : null,
      catalogue: entry && {
        id: entry.id,
        title: entry.title,
        grants: entry.grants,
        silence: silenceIn(entry, formatOf(shown?.format)),
        purpose: entry.purpose,
        limiter: entry.limiter,
      },
      alike: await countAlike(sql, reviewId, capability),
      findings: await findingsOf(sql, reviewId, id),
    };
  });
}

/** A format as it is stored; rows that no configuration grants are told about as in Kubernetes. */
const formatOf = (stored: string | undefined): Format => formatSchema.catch("kubernetes").parse(stored);

/**
 * What to change so that the newest configuration stops granting it.
 *
 * @throws ProblemError `not-found`, and `not-in-this-state` for a row that no configuration grants
 */
export async function capabilityPatch(actor: Actor, reviewId: string, id: string): Promise<RemovalPatch> {
  await reviewHead(actor, reviewId);
  return readSql(actor, async (sql) => {
    const { grant, workload, container, anchor } = await oneCapability(sql, reviewId, id);
    if (!grant || grant.file === null) {
      throw problem(
        "not-in-this-state",
        "No configuration grants this, so there is nothing to take out of one.",
      );
    }
    const { text, format } = await fileOf(sql, reviewId, grant.configurationId, grant.file);
    const row = {
      id: grant.catalogueId,
      workload: workload ?? "",
      container,
      anchor,
      target: grant.target,
      source: {
        file: grant.file,
        document: grant.document ?? 0,
        pointer: grant.pointer ?? "",
        line: grant.line ?? 1,
      },
    };
    // A layer inside may come together with what it runs in, which names the configuration's format.
    const ofLayer = /^(bwrap|nsjail|mcp) /.exec(row.workload)?.[1];
    return removalPatch(row, text ?? undefined, formatOf(ofLayer ?? format));
  });
}

/** The text of a configuration's file, where it is kept, and what the configuration is written in. */
async function fileOf(
  sql: Sql,
  reviewId: string,
  configurationId: string,
  file: string,
): Promise<{ text?: string | null; format?: string }> {
  const [found] = await sql.query<{ text: string | null; format: string }>(
    `select f.text, k.format from configuration k
     left join configuration_file f on f.workspace_id = k.workspace_id and f.review_id = k.review_id
       and f.configuration_id = k.id and f.name = $3
     where k.review_id = $1 and k.id = $2`,
    [reviewId, configurationId, file],
  );
  return found ?? {};
}

async function grantsOf(sql: Sql, reviewId: string, id: string): Promise<GrantDetail[]> {
  return sql.query<GrantDetail>(
    `select g.configuration_id as "configurationId", g.catalogue_id as "catalogueId", g.access, g.extent, g.origin, g.authority,
       g.severity, g.target, g.explanation, g.limits, g.file, g.document, g.pointer, g.line,
       k.environment, k.number as configuration, k.format, k.is_newest as "isNewest"
     from capability_grant g
     join configuration k on k.workspace_id = g.workspace_id and k.review_id = g.review_id and k.id = g.configuration_id
     where g.review_id = $1 and g.capability_id = $2 order by k.number desc limit 50`,
    [reviewId, id],
  );
}

async function countAlike(sql: Sql, reviewId: string, row: Capability): Promise<number> {
  const [found] = await sql.query<{ n: number }>(
    `select count(*)::int as n from capability where review_id = $1 and catalogue_id = $2 and anchor = $3 and class = $4
       and archived_at is null and closed_at is null`,
    [reviewId, row.catalogueId, row.anchor, row.class],
  );
  return found?.n ?? 1;
}

async function findingsOf(sql: Sql, reviewId: string, id: string): Promise<CapabilityDetail["findings"]> {
  const target = `capability:${id}`;
  const rows = await sql.query<{
    number: number;
    ruleId: string;
    severity: Severity;
    reason: string;
    target: string;
  }>(
    `select number, rule_id as "ruleId", severity, reason, target from finding
     where review_id = $1 and state = 'open' and (target = $2 or $2 = any(lists))
     order by (target = $2) desc, array_position(array['critical', 'high', 'medium', 'low', 'info'], severity), number limit 50`,
    [reviewId, target],
  );
  return rows.map(({ target: about, ...finding }) => {
    const rule = ruleOf(finding.ruleId);
    return {
      ...finding,
      title: rule?.title ?? finding.ruleId,
      resolve: rule?.resolve ?? [],
      own: about === target,
    };
  });
}
