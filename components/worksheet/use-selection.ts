"use client";
import { useRef, useState } from "react";
import type { WorksheetRow, WorksheetView } from "@/components/worksheet/types";

/** What the URL calls a row. */
export const refOf = (row: WorksheetRow) => row.number ?? row.id;

export interface Selection<R extends WorksheetRow> {
  has: (row: R) => boolean;
  rows: readonly R[];
  /** Adds or takes away one row, or, with `until`, all from the last one touched to this one. */
  toggle: (row: R, until?: (from: R, to: R) => readonly R[]) => void;
  /** Selects all of these, or none of them when all were. */
  toggleAll: (rows: readonly R[]) => void;
  clear: () => void;
}

/** The selected rows. The address has them as long as they fit; this browser has them in any case. */
export function useSelection<R extends WorksheetRow>(
  view: WorksheetView,
  onView: (patch: Partial<WorksheetView>) => void,
  known: readonly R[] | undefined,
): Selection<R> {
  const [refs, setRefs] = useState<ReadonlySet<string>>(() => new Set(view.selected));
  const met = useRef(new Map<string, R>());
  const last = useRef<R | null>(null);
  const change = (next: Set<string>) => {
    setRefs(next);
    onView({ selected: [...next] });
  };
  const meet = (rows: readonly R[]) => {
    for (const row of rows) met.current.set(refOf(row), row);
  };
  const rows =
    refs.size === 0
      ? []
      : known
        ? known.filter((row) => refs.has(refOf(row)))
        : [...refs].flatMap((ref) => met.current.get(ref) ?? []);
  return {
    has: (row) => refs.has(refOf(row)),
    rows,
    toggle: (row, until) => {
      const from = last.current;
      const some = until && from ? until(from, row) : [row];
      meet(some);
      const next = new Set(refs);
      const isAdding = !refs.has(refOf(row));
      for (const one of some) {
        if (isAdding) next.add(refOf(one));
        else next.delete(refOf(one));
      }
      last.current = row;
      change(next);
    },
    toggleAll: (all) => {
      meet(all);
      const next = new Set(refs);
      const isAdding = all.some((row) => !refs.has(refOf(row)));
      for (const row of all) {
        if (isAdding) next.add(refOf(row));
        else next.delete(refOf(row));
      }
      change(next);
    },
    clear: () => change(new Set()),
  };
}
