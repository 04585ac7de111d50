"use client";
import { useCallback, useRef, useState } from "react";
import type { OnSaveCell } from "@/components/worksheet/types";
import { callApi } from "@/lib/platform/http/browser";
import type { Cell } from "@/lib/review/cell";
import type { Created } from "@/lib/review/server/create-row";

const MARK = "new-";
let last = 0;

type Cells = Record<string, Cell>;
/** A row that is shown before it is stored, with cells that it shall have from the start. */
type Blank = { id: string; cells: Cells };

/**
 * Rows that were begun here and are stored once they have a name. A row keeps the id it began with
 * in the grid, so that focus and saves in flight stay with it.
 */
export function useNewRows(path: string, save: OnSaveCell) {
  const [blank, setBlank] = useState<Blank | null>(null);
  const [stored, setStored] = useState<ReadonlyMap<string, string>>(new Map());
  const pending = useRef(new Map<string, Promise<Created | string>>());
  const serverId = blank ? stored.get(blank.id) : undefined;

  /** The grid's id of a stored row. */
  const gridId = useCallback(
    (id: string): string => {
      for (const [local, server] of stored) if (server === id) return local;
      return id;
    },
    [stored],
  );

  const store = async (row: string, cells: Cells): Promise<Created | string> => {
    const answer = await callApi<Created>("POST", path, { cells });
    if (!answer.ok) return answer.problem.detail;
    setStored((old) => new Map(old).set(row, answer.value.id));
    return answer.value;
  };

  const onSaveCell: OnSaveCell = async (given) => {
    const { rowId, column, value, version } = given;
    if (!rowId.startsWith(MARK)) return save(given);
    const made = await pending.current.get(rowId);
    if (made && typeof made !== "string") {
      // The person may have begun before the row had a version for this cell.
      return save({ ...given, rowId: made.id, version: Math.max(version, made.versions[column] ?? 0) });
    }
    if (column !== "name" || value.state !== "value")
      return { ok: false, error: "Give the new row a name first; then save this again." };
    const begun = blank?.id === rowId ? blank.cells : {};
    const storing = store(rowId, { ...begun, name: value });
    pending.current.set(rowId, storing);
    const row = await storing;
    if (typeof row !== "string") return { ok: true, version: row.versions.name ?? 0 };
    pending.current.delete(rowId);
    return { ok: false, error: row };
  };

  return {
    /** The row to be shown below the others, until its stored self is among `ids`. */
    blankAmong: (ids: ReadonlySet<string>): Blank | null =>
      blank && (serverId === undefined || !ids.has(serverId)) ? blank : null,
    /** Whether the row that was begun has no name yet. */
    isWaiting: blank !== null && serverId === undefined,
    /** Begins a row, or goes on with the one that has no name yet; gives its id in the grid. */
    begin: (cells: Cells = {}): string => {
      const isNew = !blank || serverId !== undefined;
      if (isNew) last += 1;
      const id = isNew ? `${MARK}${last}` : blank.id;
      setBlank({ id, cells });
      return id;
    },
    discard: () => setBlank(null),
    gridId,
    onSaveCell,
  };
}
