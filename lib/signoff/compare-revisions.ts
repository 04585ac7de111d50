import type { Reading } from "./frozen-reading";
import {
  type Part,
  type PartCell,
  partsOf,
  type ReadCell,
  SECTION_IDS,
  SECTIONS,
  type SectionId,
} from "./frozen-sections";

/** One cell before and after, in the words of its revision; "" is no answer. */
export type ChangedCell = Pick<ReadCell, "label" | "kind"> & {
  before: string;
  after: string;
  /** What is to be known beside either. */
  notes?: { before?: string; after?: string };
};

/** A row that was added, removed or changed, with the cells that say how. */
export type ChangedRow = {
  section: SectionId;
  key: string;
  label: string;
  name: string;
  change: "added" | "removed" | "changed";
  cells: ChangedCell[];
  /** What the cells alone do not say. */
  note?: string;
};

/** How much of a section changed; `cells` counts those of the rows that stayed. */
export type SectionChanges = {
  id: SectionId;
  label: string;
  added: number;
  removed: number;
  changed: number;
  cells: number;
};

/** What changed from one revision to another, by section, in the order in which they are read. */
export type Comparison = { sections: SectionChanges[]; rows: ChangedRow[] };

/**
 * Compares two revisions of a review: rows by identity, then cell by cell. Names of people and reasons
 * of findings are words beside the content and count as no change. Time grows with the number of rows.
 *
 * @param before the earlier one, `after` the later one, each with its own names
 */
export function compareRevisions(before: Reading, after: Reading): Comparison {
  const sections: SectionChanges[] = [];
  const rows: ChangedRow[] = [];
  for (const id of SECTION_IDS) {
    const found = changesOf(id, partsOf(id, before), partsOf(id, after));
    const of = (change: ChangedRow["change"]) => found.filter((row) => row.change === change);
    if (found.length === 0) continue;
    sections.push({
      id,
      label: SECTIONS[id],
      added: of("added").length,
      removed: of("removed").length,
      changed: of("changed").length,
      cells: of("changed").reduce((sum, { cells }) => sum + cells.length, 0),
    });
    for (const row of found) rows.push(row);
  }
  return { sections, rows };
}

/** Rows of the later revision in its order; what is gone stands where it stood among them. */
function changesOf(section: SectionId, before: Part[], after: Part[]): ChangedRow[] {
  const earlier = new Map(before.map((part) => [part.key, part]));
  const kept = new Set(after.map(({ key }) => key));
  const changes: { at: number; row: ChangedRow }[] = [];
  for (const [at, part] of after.entries()) {
    const old = earlier.get(part.key);
    if (!old) changes.push({ at, row: added(section, part) });
    else {
      const row = changed(section, old, part);
      if (row) changes.push({ at, row });
    }
  }
  const place = new Map(after.map(({ key }, at) => [key, at]));
  let at = -1;
  for (const part of before) {
    if (kept.has(part.key)) at = place.get(part.key) ?? at;
    else changes.push({ at: at + 0.5, row: removed(section, part) });
  }
  return changes.sort((a, b) => a.at - b.at).map(({ row }) => row);
}

const head = (section: SectionId, { key, label, name }: Part) => ({ section, key, label, name });

const added = (section: SectionId, part: Part): ChangedRow => ({
  ...head(section, part),
  change: "added",
  cells: part
    .cells()
    .filter(({ id, words }) => words !== "" && id !== part.named)
    .map((cell) => between(undefined, cell)),
});

const removed = (section: SectionId, part: Part): ChangedRow => ({
  ...head(section, part),
  change: "removed",
  cells: [],
});

function changed(section: SectionId, before: Part, after: Part): ChangedRow | null {
  if (isSame(before.raw, after.raw)) return null;
  const old = new Map(before.cells().map((cell) => [cell.id, cell]));
  const cells = after.cells().filter((cell) => !isSame(old.get(cell.id)?.raw, cell.raw));
  if (cells.length === 0) return null;
  return {
    ...head(section, after),
    change: "changed",
    cells: cells.map((cell) => between(old.get(cell.id), cell)),
    ...noteOf(section, cells),
  };
}

/** A capture that grants the same is no wider decision; it is said, not left to be noticed. */
function noteOf(section: SectionId, cells: readonly PartCell[]): Pick<ChangedRow, "note"> {
  const hasNew = (label: string) => cells.some((cell) => cell.label === label);
  if (section !== "configurations" || hasNew("Authority")) return {};
  return hasNew("Configuration text") ? { note: "Authority unchanged" } : {};
}

function between(before: PartCell | undefined, { label, kind, words, note }: PartCell): ChangedCell {
  const notes = { ...(before?.note && { before: before.note }), ...(note && { after: note }) };
  return {
    label,
    before: before?.words ?? "",
    after: words,
    ...(kind && { kind }),
    ...((before?.note || note) && { notes }),
  };
}

/** Both were parsed from canonical JSON, so that members stand in the same order. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
