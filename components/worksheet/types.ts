import type { ReactNode } from "react";
import type { Cell } from "@/lib/review/cell";

/** A row as the grid needs it. Pages extend it with whatever their own renderers want. */
export interface WorksheetRow {
  /** The row's identity; what `onSaveCell` names. */
  id: string;
  /** The short number ("C17"): shown, searched, and what the URL calls the row. */
  number?: string;
  cells: Readonly<Record<string, Cell>>;
  /** The version of each cell as it was read; a cell without one counts as version 0. */
  versions?: Readonly<Record<string, number>>;
}

export type ColumnKind =
  | "text"
  | "long-text"
  | "choice"
  | "multi-choice"
  | "reference"
  | "tri-state"
  | "read-only"
  | "custom";

export interface ColumnOption {
  value: string;
  label: string;
  hint?: string;
}

export interface EditorProps<R extends WorksheetRow = WorksheetRow> {
  cell: Cell;
  row: R;
  /** The character that began the edit, if it was begun by typing. */
  seed?: string;
  commit: (cell: Cell) => void;
  cancel: () => void;
  /** Keeps what is to be saved if the editor is left by a press elsewhere; null for nothing. */
  draft: (cell: Cell | null) => void;
}

/** A column as data. Values by kind: text → string; choice, reference → an option's value; multi-choice → string[]; tri-state → "yes" | "no". */
export interface Column<R extends WorksheetRow = WorksheetRow> {
  id: string;
  header: string;
  /** In the header's title: what the column asks. */
  description?: string;
  width: number;
  kind: ColumnKind;
  /** For choice, multi-choice, reference. May depend on the row; filters then use `options` of the rows seen. */
  options?: readonly ColumnOption[] | ((row: R) => readonly ColumnOption[]);
  /** For reference: a name that no option has can be made; the cell's value is then `newValue(name)`. */
  creates?: string;
  /** Default false. What the server would refuse must be false here (`abilities` of the DTO). */
  editable?: boolean | ((row: R) => boolean);
  /** May be answered "unknown". */
  unknown?: boolean;
  /** May be answered "not applicable, because". */
  notApplicable?: boolean;
  /** A value that cannot be emptied again. */
  required?: boolean;
  align?: "left" | "right";
  /** Mono type: paths, digests, names of configuration fields. */
  mono?: boolean;
  /** What a value looks like. Unset, unknown and not-applicable are the grid's own. */
  render?: (cell: Cell, row: R) => ReactNode;
  /** What a cell says in words, for search, sorting, grouping and copying; by default its label or text. */
  text?: (cell: Cell, row: R) => string;
  /** What it is sorted by, where words do not do. */
  rank?: (cell: Cell, row: R) => number | string;
  /** For kind "custom": its own editor, shown in a popup over the cell. */
  editor?: (props: EditorProps<R>) => ReactNode;
  sortable?: boolean;
  filterable?: boolean;
  groupable?: boolean;
  /** Hidden until somebody asks for it. */
  hidden?: boolean;
}

export interface Conflict {
  value: Cell;
  author: string;
  at: string;
  version: number;
}

export interface CellSave {
  rowId: string;
  column: string;
  value: Cell;
  /** The version that the person saw when the edit began. */
  version: number;
}

export type SaveOutcome =
  | { ok: true; version: number }
  | { ok: false; conflict: Conflict }
  | { ok: false; error: string };

export type OnSaveCell = (save: CellSave) => Promise<SaveOutcome>;

export interface SortKey {
  id: string;
  desc: boolean;
}

/** `in`: any of these words (option values, or `~unset`, `~unknown`, `~not-applicable`). `has`: contains the text. */
export type ColumnFilter =
  | { id: string; op: "in"; values: string[] }
  | { id: string; op: "has"; text: string };

/** Everything of a worksheet that its URL holds. */
export interface WorksheetView {
  q: string;
  sort: SortKey[];
  filters: ColumnFilter[];
  /** Columns to group by, outermost first; at most two. */
  group: string[];
  /** Null: as the columns say. */
  hidden: string[] | null;
  /** The inspected row, by number (or id). */
  row: string | null;
  /** Selected rows, by number (or id). */
  selected: string[];
}

/** A group row. `path` are the words of the outer groups and its own. */
export interface RowGroup<R extends WorksheetRow = WorksheetRow> {
  key: string;
  column: string;
  label: string;
  depth: number;
  count: number;
  /** Empty where the owner lays out the groups itself. */
  rows: readonly R[];
}

/** Rows that the owner orders, filters and fetches. Indices run over group rows too, if there are any. */
export interface RowSource<R extends WorksheetRow> {
  count: number;
  /** Undefined while it is not loaded. */
  rowAt: (index: number) => R | undefined;
  /** A group row at this index instead of a row. */
  groupAt?: (index: number) => (RowGroup<R> & { collapsed: boolean }) | undefined;
  onToggleGroup?: (key: string) => void;
  /** Rows in [from, to) are about to be seen. */
  onNeedRange: (from: number, to: number) => void;
}

export interface WorksheetProps<R extends WorksheetRow> {
  /** Names the grid. */
  label: string;
  columns: readonly Column<R>[];
  /** All rows: the grid filters, sorts and groups. */
  rows?: readonly R[];
  /** Or rows that come in windows; then sorting, filtering and grouping are the owner's, from `view`. */
  source?: RowSource<R>;
  view: WorksheetView;
  onView: (patch: Partial<WorksheetView>) => void;
  onSaveCell?: OnSaveCell;
  /** The row that the inspector should show, or null to close it. */
  onInspect?: (row: R | null) => void;
  /** False where there is no inspector; default true. */
  inspects?: boolean;
  /** Row checkboxes. */
  selectable?: boolean;
  /** Actions on the selected rows, shown in the toolbar while there are any. */
  selectionActions?: (rows: readonly R[], clear: () => void) => ReactNode;
  /** Actions at the right of a group row. */
  groupActions?: (group: RowGroup<R>) => ReactNode;
  /** The group's heading, when its words are not enough. */
  groupHeading?: (group: RowGroup<R>) => ReactNode;
  /** Group keys that start folded; true for all. */
  foldGroups?: boolean | ((group: RowGroup<R>) => boolean);
  /** Orders groups of one depth; by default in the order of the column's options, else of the rows. */
  compareGroups?: (a: RowGroup<R>, b: RowGroup<R>) => number;
  /** Content folded under a row; null for rows that have none. */
  detail?: (row: R) => ReactNode;
  /** At the right of the toolbar: "Add entry point". */
  toolbar?: ReactNode;
  /** Shown instead of rows when there are none at all. */
  empty?: ReactNode;
  /** Lines a row shows of a text, 1 to 3; default 1. */
  lines?: 1 | 2 | 3;
  /** Takes the height that is left in a `ReviewPage fill`; otherwise as high as its rows up to `maxHeight`. */
  fill?: boolean;
  maxHeight?: number;
}
