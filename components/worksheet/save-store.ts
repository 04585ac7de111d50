import { sameCell } from "@/components/worksheet/cell-text";
import type { CellSave, Conflict, OnSaveCell } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";

/** How a cell's save stands. `value` is what the person wrote (or took) and is shown until the row has it. */
export type SaveState =
  | { phase: "saving"; value: Cell }
  | { phase: "saved"; value: Cell; version: number; at: number }
  | { phase: "failed"; value: Cell; version: number; error: string }
  | { phase: "conflict"; value: Cell; conflict: Conflict };

export type RowSaves = Readonly<Record<string, SaveState>>;

const NONE: RowSaves = {};

/**
 * The saves in flight of one worksheet, outside React's state so that a save redraws its row alone.
 * Saves of one cell run one after the other, each naming the version the one before produced.
 */
export class CellSaves {
  private readonly rows = new Map<string, RowSaves>();
  private readonly queues = new Map<string, Promise<void>>();
  private readonly listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  ofRow = (rowId: string): RowSaves => this.rows.get(rowId) ?? NONE;

  save(order: CellSave, send: OnSaveCell, now: () => number = Date.now): Promise<void> {
    const key = `${order.rowId}\u001f${order.column}`;
    this.set(order.rowId, order.column, { phase: "saving", value: order.value });
    const before = this.queues.get(key) ?? Promise.resolve();
    const run = before.then(() => this.run(order, send, now));
    this.queues.set(key, run);
    void run.then(() => this.queues.get(key) === run && this.queues.delete(key));
    return run;
  }

  private readonly versions = new Map<string, number>();

  private async run(order: CellSave, send: OnSaveCell, now: () => number): Promise<void> {
    const { rowId, column, value } = order;
    const key = `${rowId}\u001f${column}`;
    const version = Math.max(order.version, this.versions.get(key) ?? 0);
    const outcome = await send({ ...order, version }).catch(() => ({
      ok: false as const,
      error: "The server could not be reached. Your text is kept here; try again.",
    }));
    if (outcome.ok) this.versions.set(key, outcome.version);
    const latest = this.ofRow(rowId)[column];
    // A newer save of this cell waits behind this one: its own outcome is the one to show.
    if (latest?.phase === "saving" && !sameCell(latest.value, value)) return;
    if (outcome.ok) this.set(rowId, column, { phase: "saved", value, version: outcome.version, at: now() });
    else if ("conflict" in outcome)
      this.set(rowId, column, { phase: "conflict", value, conflict: outcome.conflict });
    else this.set(rowId, column, { phase: "failed", value, version, error: outcome.error });
  }

  /** Shows their value, without a save: it is what the server has. */
  takeTheirs(rowId: string, column: string, now: () => number = Date.now): void {
    const state = this.ofRow(rowId)[column];
    if (state?.phase !== "conflict") return;
    const { value, version } = state.conflict;
    this.versions.set(`${rowId}\u001f${column}`, version);
    this.set(rowId, column, { phase: "saved", value, version, at: now() });
  }

  /** Forgets a cell: back to what the row says. */
  drop(rowId: string, column: string): void {
    const rest = { ...this.ofRow(rowId) };
    delete rest[column];
    this.rows.set(rowId, rest);
    this.tell();
  }

  /** Cells whose save went wrong, in the order in which they did. */
  problems(): { rowId: string; column: string; state: SaveState }[] {
    return [...this.rows].flatMap(([rowId, row]) =>
      Object.entries(row).flatMap(([column, state]) =>
        state.phase === "failed" || state.phase === "conflict" ? [{ rowId, column, state }] : [],
      ),
    );
  }

  /** Sends every failed save again; a cell that somebody else changed meanwhile becomes a conflict. */
  async retryFailed(send: OnSaveCell): Promise<void> {
    await Promise.all(
      this.problems().map(({ rowId, column, state }) =>
        state.phase === "failed"
          ? this.save({ rowId, column, value: state.value, version: state.version }, send)
          : undefined,
      ),
    );
  }

  /** How many cells are saving, or failed, or in conflict: what leaving the page would lose. */
  get unsettled(): number {
    let count = 0;
    for (const row of this.rows.values()) {
      for (const state of Object.values(row)) if (state.phase !== "saved") count += 1;
    }
    return count;
  }

  private set(rowId: string, column: string, state: SaveState): void {
    this.rows.set(rowId, { ...this.ofRow(rowId), [column]: state });
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** What a cell shows: what is being saved until the row itself has that version, else the row's own. */
export function shownCell(own: Cell, ownVersion: number, save: SaveState | undefined): Cell {
  if (!save || (save.phase === "saved" && ownVersion >= save.version)) return own;
  return save.value;
}
