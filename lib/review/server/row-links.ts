import type { Actor } from "@/lib/identity/actor";
import { isId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { parseTarget } from "@/lib/rules/targets";
import { placeHref, ROW_KINDS, type RowKind, type RowLink, rowHref, shortNumber } from "../row-link";
import { ENTRY_POINT_KINDS, type EntryPointKind } from "../vocabulary";

/** Where the words of a row stand. */
const NAMES = [
  ["artifact", "artifact", "name"],
  ["entry", "entry_point", "name"],
  ["executor", "executor", "name"],
  ["capability", "capability", "title"],
  ["justification", "justification", "coalesce(purpose, '')"],
  ["risk", "risk", "title"],
] as const satisfies [RowKind, string, string][];

const LINKS = NAMES.map(
  ([kind, table, name]) =>
    `select '${kind}' as kind, id, number, left(${name}, 200) as name from ${table} where review_id = $1 and id = any($2::uuid[])`,
).join(" union all ");

/**
 * The links of target keys, in one statement whatever their number. A key that leads to no row of
 * the review is left out.
 */
export async function rowLinks(
  sql: Sql,
  reviewId: string,
  targets: Iterable<string>,
): Promise<Map<string, RowLink>> {
  const links = new Map<string, RowLink>();
  const ids: string[] = [];
  for (const target of new Set(targets)) {
    const place = placeOf(reviewId, target);
    if (place) links.set(target, place);
    else ids.push(parseTarget(target)?.id ?? "");
  }
  const wanted = ids.filter(isId);
  if (wanted.length === 0) return links;
  const rows = await sql.query<{ kind: RowKind; id: string; number: number; name: string }>(LINKS, [
    reviewId,
    wanted,
  ]);
  for (const { kind, id, number, name } of rows) {
    const target = `${kind}:${id}`;
    links.set(target, {
      target,
      label: shortNumber(kind, number),
      name,
      href: rowHref(reviewId, kind, number),
    });
  }
  return links;
}

/** Targets that are no row: the review itself, a kind of the checklist. */
function placeOf(reviewId: string, target: string): RowLink | null {
  if (target === "review")
    return { target, label: "The review", name: "", href: placeHref(reviewId, target) };
  const kind = /^kind:(.+)$/.exec(target)?.[1];
  if (!kind) return null;
  const name = ENTRY_POINT_KINDS[kind as EntryPointKind] ?? kind;
  return { target, label: name, name: "", href: placeHref(reviewId, target) };
}

/** Whether a letter and number name a row (`C17`), and which. */
export function rowOfLabel(label: string): { kind: RowKind; number: number } | null {
  const [, letter, digits] = /^([A-Z])(\d{1,9})$/.exec(label) ?? [];
  const kind = (Object.keys(ROW_KINDS) as RowKind[]).find((name) => ROW_KINDS[name].letter === letter);
  return kind && digits ? { kind, number: Number(digits) } : null;
}

/** What a target is called, for a filter: its short number and name, or what was given. */
export async function targetLabel(actor: Actor, reviewId: string, target: string): Promise<string> {
  const links = await readSql(actor, (sql) => rowLinks(sql, reviewId, [target]));
  const link = links.get(target);
  return link ? `${link.label} ${link.name}`.trim() : target;
}
