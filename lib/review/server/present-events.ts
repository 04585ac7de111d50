import { EVENT_TYPES, type EventChange, type EventType, type FindingMark } from "@/lib/audit/events";
import type { Sql } from "@/lib/platform/db/sql";
import { ruleOf } from "@/lib/rules/rules";
import { type ActivityFinding, type ActivityLine, changedCells, rowDeed, wordsOf } from "../activity";
import type { Cell } from "../cell";
import { dayWords } from "../day";
import { type EntityKind, fieldOf } from "../fields";
import { cellWords } from "../row-cells";
import { findingHref, kindOfTable, ROW_KINDS, type RowKind, type RowLink, shortNumber } from "../row-link";
import { ENTRY_POINT_KINDS, type EntryPointKind, type Severity } from "../vocabulary";
import type { EventItem, EventRow } from "./list-events";
import { rowLinks } from "./row-links";

/** The most lines that one event says; an import of 200 rows is counted beyond. */
const MOST_LINES = 40;

/** What ids mean: rows by target key, members and checklist answers by id. */
type Names = { rows: Map<string, RowLink>; others: Map<string, string> };

/** Says events in words: cell labels, choice words, short numbers and names in place of ids. */
export async function presentEvents(
  sql: Sql,
  reviewId: string,
  events: readonly EventRow[],
): Promise<EventItem[]> {
  const names = await namesIn(sql, reviewId, events);
  return events.map(({ seq, at, type, actorKind, actorId, actorName, payload }) => {
    const lines = (payload.changes ?? []).flatMap((change) => linesOf(change, names));
    return {
      seq,
      at: at.toISOString(),
      type,
      actor: { kind: actorKind, id: actorId, name: actorName },
      deed: EVENT_TYPES[type as EventType] ?? type,
      words: wordsOf(payload),
      lines: lines.slice(0, MOST_LINES),
      more: Math.max(0, lines.length - MOST_LINES),
      opened: (payload.findings?.opened ?? []).map((mark) => findingOf(reviewId, mark)),
      resolved: (payload.findings?.resolved ?? []).map((mark) => findingOf(reviewId, mark)),
      payload,
    };
  });
}

function linesOf(change: EventChange, names: Names): ActivityLine[] {
  const row = rowOf(change, names);
  const deed = rowDeed(change);
  // What is new had nothing before, and its name stands beside its number already.
  const isNew = deed === "added" || Object.keys(change.before ?? {}).length === 0;
  const cells = changedCells(change)
    .filter(({ entity, field }) => deed !== "added" || fieldOf(entity, field)?.kind !== "name")
    .map(({ entity, field, before, after }) => ({
      row,
      what: "changed" as const,
      field: fieldOf(entity, field)!.label,
      ...(!isNew && { before: words(entity, field, before, names) }),
      after: words(entity, field, after, names),
      ...linksIn(entity, field, [before, after], names),
    }));
  // An answer of the checklist has no row of its own to speak of: its cell says it all.
  return deed && row && kindOfTable(change.table) ? [{ row, what: deed }, ...cells] : cells;
}

function rowOf(change: EventChange, names: Names): ActivityLine["row"] {
  const kind = kindOfTable(change.table);
  if (kind) {
    const link = names.rows.get(`${kind}:${change.id}`);
    if (link) return link;
    return change.number ? { label: shortNumber(kind, change.number), name: "", href: "" } : null;
  }
  const said = names.others.get(change.id);
  return said ? { label: said, name: "", href: "" } : null;
}

function words(entity: EntityKind, field: string, cell: Cell, names: Names): string {
  const definition = fieldOf(entity, field);
  if (cell.state === "value" && definition?.entity === "member") {
    return names.others.get(String(cell.value)) ?? "a former member";
  }
  if (cell.state === "value" && definition?.kind === "targets") {
    const targets = cell.value as string[];
    return targets.map((target) => names.rows.get(target)?.label ?? target.split(":")[0]).join(", ");
  }
  if (cell.state === "value" && definition?.kind === "date") return dayWords(String(cell.value));
  const said = cellWords(entity, field, cell, (of, id) => {
    const link = names.rows.get(`${kindOf(of)}:${id}`);
    return link && `${link.label} ${link.name}`.trim();
  });
  return definition?.kind === "choice" ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

/** Where the short numbers in a list of targets lead. */
function linksIn(
  entity: EntityKind,
  field: string,
  cells: readonly Cell[],
  names: Names,
): Pick<ActivityLine, "links"> {
  if (fieldOf(entity, field)?.kind !== "targets") return {};
  const targets = cells.flatMap((cell) => (cell.state === "value" ? (cell.value as string[]) : []));
  const links = targets.flatMap((target) => names.rows.get(target) ?? []);
  return { links: Object.fromEntries(links.map(({ label, href }) => [label, href])) };
}

const kindOf = (entity: string): RowKind | undefined =>
  (Object.keys(ROW_KINDS) as RowKind[]).find((kind) => ROW_KINDS[kind].entity === entity);

async function namesIn(sql: Sql, reviewId: string, events: readonly EventRow[]): Promise<Names> {
  const targets = new Set<string>();
  const others = new Set<string>();
  for (const change of events.flatMap(({ payload }) => payload.changes ?? [])) {
    const kind = kindOfTable(change.table);
    if (kind) targets.add(`${kind}:${change.id}`);
    else others.add(change.id);
    for (const { entity, field, before, after } of changedCells(change)) {
      const definition = fieldOf(entity, field);
      for (const cell of [before, after]) {
        if (cell.state !== "value") continue;
        if (definition?.kind === "targets") for (const target of cell.value as string[]) targets.add(target);
        if (definition?.kind !== "reference") continue;
        if (definition.entity === "member") others.add(String(cell.value));
        else targets.add(`${kindOf(definition.entity!)}:${cell.value}`);
      }
    }
  }
  const rows = await rowLinks(sql, reviewId, targets);
  for (const link of await findingLinks(sql, reviewId, targets)) rows.set(link.target, link);
  return { rows, others: await otherNames(sql, reviewId, others) };
}

async function findingLinks(sql: Sql, reviewId: string, targets: Iterable<string>): Promise<RowLink[]> {
  const ids = [...targets].flatMap((target) => /^finding:(.+)$/.exec(target)?.[1] ?? []);
  if (ids.length === 0) return [];
  const rows = await sql.query<{ id: string; number: number; ruleId: string }>(
    `select id, number, rule_id as "ruleId" from finding where review_id = $1 and id::text = any($2::text[])`,
    [reviewId, ids],
  );
  return rows.map(({ id, number, ruleId }) => ({
    target: `finding:${id}`,
    label: `F${number}`,
    name: ruleOf(ruleId)?.title ?? ruleId,
    href: findingHref(reviewId, number),
  }));
}

async function otherNames(sql: Sql, reviewId: string, ids: Set<string>): Promise<Map<string, string>> {
  if (ids.size === 0) return new Map();
  const rows = await sql.query<{ id: string; name: string; kind: string | null }>(
    `select id::text, name, null as kind from member where id::text = any($2)
     union all select id::text, '', kind from kind_answer where review_id = $1 and id::text = any($2)`,
    [reviewId, [...ids]],
  );
  return new Map(
    rows.map(({ id, name, kind }) => [id, kind ? (ENTRY_POINT_KINDS[kind as EntryPointKind] ?? kind) : name]),
  );
}

const findingOf = (reviewId: string, mark: FindingMark): ActivityFinding => ({
  number: mark.number,
  title: ruleOf(mark.ruleId)?.title ?? mark.ruleId,
  severity: mark.severity as Severity,
  href: findingHref(reviewId, mark.number),
});
