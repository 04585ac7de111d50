import type { EventChange, EventPayload } from "@/lib/audit/events";
import { changedCells, entityOfTable } from "@/lib/review/activity";

type Touched = {
  isNew: boolean;
  isGone: boolean;
  wasGone: boolean;
  /** Of each cell, what it held first and holds now. */
  cells: Map<string, { first: string; now: string }>;
  /** Whether a configuration changed what nobody writes: severity, access. */
  isRegranted: boolean;
};

/** What a draft's events have changed so far. It grows with what changed, never with what exists. */
export type DraftTally = { rows: Map<string, Touched>; configurations: Set<string>; isMore: boolean };

/** How many changes a draft has; `isMore` when an event was too large to carry all of its own. */
export type DraftChanges = { count: number; isMore: boolean };

export const emptyTally = (): DraftTally => ({ rows: new Map(), configurations: new Set(), isMore: false });

/** Adds one event of the review to the tally. Events come in order, each once. */
export function tallyEvent(tally: DraftTally, type: string, payload: EventPayload): void {
  if (type === "configuration.attached") {
    const { environment } = (payload.configuration ?? {}) as { environment?: string };
    tally.configurations.add(environment ?? "");
  }
  if (payload.changed) tally.isMore = true;
  for (const change of payload.changes ?? []) {
    if (entityOfTable(change.table)) tallyRow(tally, type, change);
  }
}

function tallyRow({ rows }: DraftTally, type: string, change: EventChange): void {
  const key = `${change.table} ${change.id}`;
  let row = rows.get(key);
  if (!row) {
    const wasGone = isBack(change);
    row = { isNew: change.op === "insert", isGone: wasGone, wasGone, cells: new Map(), isRegranted: false };
    rows.set(key, row);
  }
  if (goes(change)) row.isGone = true;
  else if (isBack(change)) row.isGone = false;
  else if (type === "configuration.attached" && change.op === "update") row.isRegranted = true;
  if (change.op === "insert") return;
  for (const { field, before, after } of changedCells(change)) {
    const cell = row.cells.get(field) ?? { first: JSON.stringify(before), now: "" };
    cell.now = JSON.stringify(after);
    row.cells.set(field, cell);
  }
}

/** A row that is archived, or that a configuration grants no longer. */
const goes = ({ op, after }: EventChange): boolean =>
  op === "update" && (isTime(after.archivedAt) || isTime(after.closedAt));
const isBack = ({ op, after }: EventChange): boolean =>
  op === "update" && (after.archivedAt === null || after.closedAt === null);
const isTime = (value: unknown): boolean => value !== null && value !== undefined;

/**
 * Counts what the draft changes: a row that came or went once, of a row that stayed each cell that
 * holds something else now, and each environment with another configuration. What was undone counts
 * nothing.
 */
export function countChanges({ rows, configurations, isMore }: DraftTally): DraftChanges {
  let count = configurations.size;
  for (const row of rows.values()) {
    const wasThere = !row.isNew && !row.wasGone;
    if (wasThere !== !row.isGone) count += 1;
    else if (wasThere) {
      for (const { first, now } of row.cells.values()) if (first !== now) count += 1;
      if (row.isRegranted) count += 1;
    }
  }
  return { count, isMore };
}
