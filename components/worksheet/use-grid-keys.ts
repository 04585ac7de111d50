"use client";
import type { KeyboardEvent, RefObject } from "react";
import { cellAt, cellText, isEditable } from "@/components/worksheet/cell-text";
import { commandFor, rangeOf } from "@/components/worksheet/keyboard";
import { type CellSaves, shownCell } from "@/components/worksheet/save-store";
import { toTsv } from "@/components/worksheet/tsv";
import type { Column, WorksheetRow } from "@/components/worksheet/types";
import type { Lines } from "@/components/worksheet/use-lines";
import type { PlaceState } from "@/components/worksheet/use-place";
import type { Selection } from "@/components/worksheet/use-selection";

export interface GridDeeds<R extends WorksheetRow> {
  edit: (row: R, column: Column<R>, seed?: string) => void;
  clear: (row: R, column: Column<R>) => void;
  inspect: (row: R | null) => void;
  expand: (row: R, open: boolean) => void;
}

interface Parts<R extends WorksheetRow> {
  lines: Lines<R>;
  places: PlaceState;
  selection: Selection<R> | undefined;
  saves: CellSaves;
  deeds: GridDeeds<R>;
  page: () => number;
  before: RefObject<HTMLElement | null>;
  after: RefObject<HTMLElement | null>;
}

const INSIDE = "a[href], button, input, select, textarea";

/** The marked cells as tab-separated text, as they are shown. */
function marked<R extends WorksheetRow>({ lines, places, saves }: Parts<R>): string {
  const { top, bottom, left, right } = rangeOf(places.place, places.anchor);
  const rows: string[][] = [];
  for (let index = top; index <= bottom; index += 1) {
    const line = lines.lineAt(index);
    if (!line) continue;
    if (line.kind === "group") {
      rows.push([line.group.label]);
      continue;
    }
    const row = (line.id && lines.live(line.id)) || line.row;
    if (!row) continue;
    rows.push(
      lines.columns.slice(left, right + 1).map((column) => {
        const save = saves.ofRow(row.id)[column.id];
        return cellText(column, row, shownCell(cellAt(row, column.id), row.versions?.[column.id] ?? 0, save));
      }),
    );
  }
  return toTsv(rows);
}

/** What the grid does with a key while nothing is being edited. */
export function useGridKeys<R extends WorksheetRow>(
  parts: Parts<R>,
): (event: KeyboardEvent<HTMLElement>) => void {
  const { lines, places, selection, deeds } = parts;
  return (event) => {
    const target = event.target as HTMLElement;
    // Popups are children in React only, and a control inside a cell has its own keys.
    if (!event.currentTarget.contains(target) || event.nativeEvent.isComposing) return;
    if (!target.hasAttribute("data-column") && !target.hasAttribute("data-group")) {
      if (event.key === "Escape") places.go(places.place);
      return;
    }
    const { place } = places;
    const line = place.row >= 0 ? lines.lineAt(place.row) : undefined;
    const row = line?.kind === "row" ? (line.id && lines.live(line.id)) || line.row : undefined;
    const column = lines.columns[place.column];
    const press = {
      key: event.key,
      ctrl: event.ctrlKey || event.metaKey,
      shift: event.shiftKey,
      alt: event.altKey,
    };
    const shape = { rows: lines.count, columns: lines.columns.length, page: parts.page() };
    const command = commandFor(press, place, shape);
    if (!command) return;

    if (line?.kind === "group") {
      const wantsFold = press.key === "ArrowLeft" && !line.collapsed;
      const wantsOpen = press.key === "ArrowRight" && line.collapsed;
      const isFold = command.do === "fold" && command.open === line.collapsed;
      if (command.do === "activate" || wantsFold || wantsOpen || isFold) {
        event.preventDefault();
        return lines.toggleGroup(line.group);
      }
      if (press.key === "Tab") return; // To the group's own actions.
    }

    switch (command.do) {
      case "go":
        places.go(command.to, command.extend);
        break;
      case "leave":
        // The browser goes on from here, past everything inside the grid.
        (command.back ? parts.before : parts.after).current?.focus();
        return;
      case "edit":
        if (!row || !column || !isEditable(column, row)) return;
        deeds.edit(row, column, command.seed);
        break;
      case "clear":
        if (!row || !column || column.required || !isEditable(column, row)) return;
        deeds.clear(row, column);
        break;
      case "activate": {
        const cell = places.element(place);
        if (place.row < 0) cell?.querySelector<HTMLElement>("[data-header-sort]")?.click();
        else if (cell?.querySelector("[data-save-problem]"))
          cell.querySelector<HTMLElement>("[data-save-problem]")?.click();
        else if (row && column && isEditable(column, row)) deeds.edit(row, column);
        else if (cell?.querySelector(INSIDE)) cell.querySelector<HTMLElement>(INSIDE)?.click();
        else if (row) deeds.inspect(row);
        break;
      }
      case "inspect":
        if (!row) return;
        deeds.inspect(row);
        break;
      case "select":
        if (!selection) break;
        if (row) selection.toggle(row);
        else if (line?.kind === "group") selection.toggleAll(line.group.rows);
        break;
      case "select-all":
        if (!selection || !lines.shown) return;
        selection.toggleAll(lines.shown);
        break;
      case "copy":
        if (!window.getSelection()?.isCollapsed) return; // Marked text is copied by the browser.
        void navigator.clipboard.writeText(marked(parts)).catch(() => undefined);
        break;
      case "fold":
        if (place.row < 0) places.element(place)?.querySelector<HTMLElement>("[data-header-menu]")?.click();
        else if (row) deeds.expand(row, command.open);
        break;
      case "escape":
        if (places.anchor.row !== place.row || places.anchor.column !== place.column) places.go(place);
        else deeds.inspect(null);
        break;
    }
    event.preventDefault();
  };
}
