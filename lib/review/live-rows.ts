import type { EventChange } from "@/lib/audit/events";

/** A row that events change in place. */
export type LiveRow = { id: string };

/**
 * Rows as one browser knows them: `seq` is the event up to which they were read, `touched` the event
 * that last changed a row here, so that an older read never takes a newer cell back.
 */
export type LiveRows<R extends LiveRow> = {
  seq: number;
  rows: readonly R[];
  touched: ReadonlyMap<string, number>;
};

/** Rows as they were just read. */
export const readRows = <R extends LiveRow>(seq: number, rows: readonly R[]): LiveRows<R> => ({
  seq,
  rows,
  touched: new Map(),
});

/**
 * Applies one event's changes of one table. Rows that it does not change keep their identity; an
 * event that the rows hold already changes nothing.
 *
 * @param complete turns what an insert carries into a whole row
 */
export function applyChanges<R extends LiveRow>(
  state: LiveRows<R>,
  seq: number,
  changes: readonly EventChange[],
  complete: (change: EventChange) => R,
): LiveRows<R> {
  if (seq <= state.seq || changes.length === 0) return state;
  const rows = [...state.rows];
  const touched = new Map(state.touched);
  let isChanged = false;
  for (const change of changes) {
    if ((touched.get(change.id) ?? 0) >= seq) continue;
    const at = rows.findIndex(({ id }) => id === change.id);
    if (at >= 0) rows[at] = { ...rows[at], ...change.after } as R;
    else if (change.op === "insert") rows.push(complete(change));
    else continue;
    touched.set(change.id, seq);
    isChanged = true;
  }
  return isChanged ? { seq: state.seq, rows, touched } : state;
}

/**
 * Puts a newer read into what the browser knows. Rows that an event changed after the read stay as
 * they are here; rows that say the same keep their identity, so that nothing is drawn again.
 */
export function mergeRead<R extends LiveRow>(
  state: LiveRows<R>,
  seq: number,
  fresh: readonly R[],
): LiveRows<R> {
  if (seq < state.seq) return state;
  const mine = new Map(state.rows.map((row) => [row.id, row]));
  const isNewer = (id: string) => (state.touched.get(id) ?? 0) > seq;
  const rows = fresh.map((row) => {
    const own = mine.get(row.id);
    if (!own) return row;
    return isNewer(row.id) || JSON.stringify(own) === JSON.stringify(row) ? own : row;
  });
  const read = new Set(fresh.map(({ id }) => id));
  for (const row of state.rows) if (!read.has(row.id) && isNewer(row.id)) rows.push(row);
  const touched = new Map([...state.touched].filter(([, at]) => at > seq));
  return { seq, rows, touched };
}
