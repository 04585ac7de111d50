import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { rowsOfPlace } from "../authority/by-need";
import { type CapabilityRow, capabilityRow } from "../authority/capability-row";
import { type FlatQuery, flatNames, flatOrder } from "../authority/flat-view";
import type { Capability } from "../content";
import { reviewHead } from "./access";
import { authorityRows } from "./authority-rows";
import { layerSays } from "./layer-says";
import { loadCapabilities } from "./load-capabilities";

/** An ordered list of short numbers, and the seq that it was read at. */
export type CapabilityOrder = { seq: number; numbers: number[] };

/**
 * The short numbers of the flat view in order: ten thousand of them are some 50 KB, and the rows
 * themselves come in windows.
 *
 * @throws ProblemError `not-found`
 */
export async function capabilityOrder(
  actor: Actor,
  reviewId: string,
  query: FlatQuery,
): Promise<CapabilityOrder> {
  const { seq } = await reviewHead(actor, reviewId);
  const rows = await authorityRows(actor, reviewId, seq);
  return {
    seq,
    numbers: flatOrder(rows.capabilities, query, flatNames(rows.index)).map(({ number }) => number),
  };
}

/** The short numbers of the rows that stand in one place of the page, worst first. */
export async function placeOrder(
  actor: Actor,
  reviewId: string,
  executorId: string | null,
  place: string,
): Promise<CapabilityOrder> {
  const { seq } = await reviewHead(actor, reviewId);
  const rows = await authorityRows(actor, reviewId, seq);
  const found = rowsOfPlace(rows.capabilities, rows.index, executorId, place);
  return { seq, numbers: found.map(({ number }) => number) };
}

/** Rows by their short numbers, in that order; numbers that the review does not have are left out. */
export async function capabilityWindow(
  actor: Actor,
  reviewId: string,
  numbers: readonly number[],
): Promise<CapabilityRow[]> {
  await reviewHead(actor, reviewId);
  return readSql(actor, async (sql) => {
    const rows = await presentCapabilities(sql, reviewId, await loadCapabilities(sql, reviewId, { numbers }));
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    return numbers.flatMap((number) => byNumber.get(number) ?? []);
  });
}

/** A page of capabilities in the order of a filter, for clients that read them all. */
export async function listCapabilities(
  actor: Actor,
  reviewId: string,
  query: FlatQuery,
  page: { cursor: number; limit: number },
): Promise<{ items: CapabilityRow[]; next: string | null }> {
  const { numbers } = await capabilityOrder(actor, reviewId, query);
  const items = await capabilityWindow(actor, reviewId, numbers.slice(page.cursor, page.cursor + page.limit));
  const next = page.cursor + page.limit;
  return { items, next: next < numbers.length ? String(next) : null };
}

/** One capability by its id. @throws ProblemError `not-found` */
export async function oneCapability(sql: Sql, reviewId: string, id: string): Promise<Capability> {
  const [row] = await loadCapabilities(sql, reviewId, { ids: [id] });
  if (!row) throw problem("not-found", "This review has no such capability.");
  return row;
}

/** Adds who holds each row and the open findings about it. */
export async function presentCapabilities(
  sql: Sql,
  reviewId: string,
  rows: readonly Capability[],
): Promise<CapabilityRow[]> {
  if (rows.length === 0) return [];
  const workloads = [
    ...new Set(rows.flatMap((row) => (row.executorId === null ? (row.workload ?? []) : []))),
  ];
  const ofPods = await sql.query<{ id: string; workload: string; container: string | null }>(
    "select id, workload, container from executor where review_id = $1 and workload = any($2::text[]) and archived_at is null order by number",
    [reviewId, workloads],
  );
  const findings = await sql.query<CapabilityRow["findings"][number] & { target: string }>(
    `select id, number, rule_id as "ruleId", severity, target from finding
     where review_id = $1 and state = 'open' and target = any($2::text[]) order by number`,
    [reviewId, rows.map(({ id }) => `capability:${id}`)],
  );
  const holdersOf = (row: Capability): string[] =>
    row.executorId !== null
      ? [row.executorId]
      : ofPods
          .filter(
            (executor) =>
              executor.workload === row.workload &&
              (row.container === null || row.container === executor.container),
          )
          .map(({ id }) => id);
  const held = rows.map((row) => ({ id: row.id, holders: holdersOf(row) }));
  const says = await layerSays(sql, reviewId, held);
  return rows.map((row, i) => {
    const own = findings.filter(({ target }) => target === `capability:${row.id}`);
    return capabilityRow(
      row,
      held[i]!.holders,
      own.map(({ id, number, ruleId, severity }) => ({ id, number, ruleId, severity })),
      says.get(row.id) ?? null,
    );
  });
}
