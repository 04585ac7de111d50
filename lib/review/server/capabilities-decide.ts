import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { runUnitOfWork, type Tx } from "@/lib/platform/unit-of-work/run";
import { coveredAs } from "@/lib/rules/covered";
import { holdersIn, isOpenAnywhere, rowsOfPlace } from "../authority/by-need";
import { type DecideBody, type DecideTarget, decisionVersion } from "../authority/decide-body";
import { innerLayerOf } from "../authority/inner-layer";
import { isOpenPlace, placeOf } from "../authority/places";
import type { RowChange } from "../change";
import type { Capability } from "../content";
import { DECISIONS, type Decision } from "../vocabulary";
import { nowCovers } from "./also-changed";
import { loadAuthorityRows } from "./authority-rows";
import { loadCapabilities } from "./load-capabilities";

/** A row that somebody decided after it was seen; it was left as they decided it. */
type ChangedMeanwhile = {
  id: string;
  number: number;
  decision: Decision | null;
  justificationId: string | null;
  version: number;
  author: { id: string; name: string } | null;
  at: string | null;
};

export type Decided = {
  /** Null when nothing was to be written. */
  seq: number | null;
  /** Short numbers of the rows that were decided. */
  decided: number[];
  changed: ChangedMeanwhile[];
  /** Rows that this decision does not fit: a missing limit is not asked why it is needed. */
  skipped: number;
  justification: { id: string; number: number } | null;
};

/**
 * Decides capabilities: some rows, a place of the page, an executor, or all that are alike, in one
 * event. What somebody else decided meanwhile is reported and left alone.
 *
 * @throws ProblemError `not-found`, `forbidden`, `not-in-this-state`, `invalid-input` for a
 *   justification that is not there
 */
export async function decideCapabilities(actor: Actor, reviewId: string, body: DecideBody): Promise<Decided> {
  const { value, seq } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const chosen = await chosenRows(tx, body.target);
    const permit = tx.authorize("content.edit");
    const fitting = chosen.filter(({ row }) => fits(body.decision, row));
    const changed = fitting.filter(({ row, version }) => decisionVersion(row.versions) > version);
    const rows = fitting.filter((one) => !changed.includes(one)).map(({ row }) => row);
    const justification = rows.length > 0 ? await justificationFor(tx, body, rows) : null;
    const changes = rows.flatMap((row) => changeOf(tx, body, row, justification?.id ?? null) ?? []);
    const result = {
      decided: changes.map(({ before }) => before.number as number),
      changed: await authorsOf(
        tx,
        changed.map(({ row }) => row),
      ),
      skipped: chosen.length - fitting.length,
      justification: justification && { id: justification.id, number: justification.number },
    };
    if (changes.length === 0) return result;
    tx.write(permit, {
      type: "capabilities.decided",
      changes: [...(justification?.changes ?? []), ...changes],
      words: wordsOf(body.decision, changes.length, justification?.number),
    });
    return result;
  });
  return { ...value, seq };
}

function wordsOf(decision: Decision | null, count: number, justification: number | undefined): string {
  const rows = `${count} ${count === 1 ? "capability" : "capabilities"}`;
  if (decision === null) return `took the decision about ${rows} back`;
  const which = justification === undefined ? "" : ` (J${justification})`;
  return `${rows}: ${DECISIONS[decision].label.toLowerCase()}${which}`;
}

const fits = (decision: Decision | null, { class: of }: Capability): boolean =>
  decision === null ? of !== "claim" : (DECISIONS[decision].classes as readonly string[]).includes(of);

type Chosen = { row: Capability; version: number };

/** The rows of a target as they are under the lock, each with the version that was seen of it. */
async function chosenRows(tx: Tx, target: DecideTarget): Promise<Chosen[]> {
  if ("rows" in target) {
    const versions = new Map(target.rows.map(({ id, version }) => [id, version]));
    const rows = await loadCapabilities(tx.sql, tx.review.id, { ids: [...versions.keys()] });
    if (rows.length < versions.size) throw problem("not-found", "This review has no such capability.");
    return live(rows).map((row) => ({ row, version: versions.get(row.id) ?? 0 }));
  }
  const ids = await idsOf(tx, target);
  const rows = ids.length > 0 ? await loadCapabilities(tx.sql, tx.review.id, { ids }) : [];
  return live(rows).map((row) => ({ row, version: target.seen }));
}

const live = (rows: Capability[]): Capability[] => rows.filter(({ archivedAt }) => archivedAt === null);

async function idsOf(tx: Tx, target: Exclude<DecideTarget, { rows: unknown }>): Promise<string[]> {
  const { capabilities, index } = await loadAuthorityRows(tx.sql, tx.review.id);
  const holders = holdersIn(index);
  if ("place" in target) {
    const { executorId, key } = target.place;
    return rowsOfPlace(capabilities, index, executorId, key).map(({ id }) => id);
  }
  if ("executorId" in target) {
    const executor = index.executors.get(target.executorId);
    if (!executor) throw problem("not-found", "This review has no such executor.");
    return capabilities
      .filter((row) => holders(row).includes(executor) && isOpenPlace(placeOf(row, executor, index)))
      .map(({ id }) => id);
  }
  const same = capabilities.find(({ id }) => id === target.alike);
  if (!same) throw problem("not-found", "This review has no such capability.");
  return capabilities
    .filter(
      (row) =>
        row.id === same.id ||
        (row.catalogueId === same.catalogueId &&
          row.anchor === same.anchor &&
          row.class === same.class &&
          isOpenAnywhere(row, index, holders)),
    )
    .map(({ id }) => id);
}

type Covering = { id: string; number: number; changes: RowChange[] };

async function justificationFor(tx: Tx, body: DecideBody, rows: Capability[]): Promise<Covering | null> {
  if (body.justificationId !== undefined) {
    const [found] = await tx.sql.query<{ number: number }>(
      "select number from justification where review_id = $1 and id = $2 and archived_at is null",
      [tx.review.id, body.justificationId],
    );
    if (!found) throw problem("invalid-input", "There is no such justification here. Choose another one.");
    return {
      id: body.justificationId,
      number: found.number,
      changes: [await nowCovers(tx, body.justificationId, rows)],
    };
  }
  if (body.justification === undefined) return null;
  const id = newId();
  const number = tx.nextNumber("J");
  const { purpose, limit = null, enforcer = null, evidence = null } = body.justification;
  const cells = { purpose, limit, enforcer, evidence };
  const row = {
    id,
    number,
    ...cells,
    answers: {},
    versions: Object.fromEntries(
      Object.entries(cells).flatMap(([name, value]) => (value === null ? [] : [[name, tx.seq]])),
    ),
    coveredAtWriting: Object.fromEntries(rows.map((covered) => [covered.id, coveredAs(covered)])),
  };
  return { id, number, changes: [{ op: "insert", table: "justification", row }] };
}

/** The change of one row, or null when it says that already. */
function changeOf(
  tx: Tx,
  body: DecideBody,
  row: Capability,
  justificationId: string | null,
): Extract<RowChange, { op: "update" }> | null {
  const set: Record<string, unknown> = {
    decision: body.decision,
    justificationId,
    // A row that a layer inside the executor gives stays that layer's, whatever is decided.
    layer: body.decision === "layer" ? body.layer?.trim() : (innerLayerOf(row.workload)?.name ?? null),
  };
  if (body.note !== undefined) set.note = body.note.trim() || null;
  const present = row as unknown as Record<string, unknown>;
  const differing = Object.keys(set).filter((name) => set[name] !== present[name]);
  if (differing.length === 0) return null;
  const { number, executorId, workload, container } = row;
  const before: Record<string, unknown> = { number, executorId, workload, container };
  for (const name of Object.keys(set)) before[name] = present[name];
  before.justificationId = row.justificationId;
  // Who decides a row decides all of it: whoever saw it before is told.
  const versions = { ...row.versions, decision: tx.seq, justification: tx.seq, layer: tx.seq };
  return {
    op: "update",
    table: "capability",
    id: row.id,
    before,
    set: { ...set, versions: body.note === undefined ? versions : { ...versions, note: tx.seq } },
  };
}

async function authorsOf(tx: Tx, rows: Capability[]): Promise<ChangedMeanwhile[]> {
  if (rows.length === 0) return [];
  const seqs = [...new Set(rows.map(({ versions }) => decisionVersion(versions)))];
  const events = await tx.sql.query<{ seq: number; id: string; name: string; at: Date }>(
    "select seq::int as seq, actor_id as id, actor_name as name, at from event where review_id = $1 and seq = any($2::bigint[])",
    [tx.review.id, seqs],
  );
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  return rows.map(({ id, number, decision, justificationId, versions }) => {
    const version = decisionVersion(versions);
    const event = bySeq.get(version);
    return {
      id,
      number,
      decision,
      justificationId,
      version,
      author: event ? { id: event.id, name: event.name } : null,
      at: event?.at.toISOString() ?? null,
    };
  });
}
