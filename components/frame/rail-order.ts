/** The places of a review, in the order of the work; then its records. */
export const RAIL = [
  { id: "scope", label: "Scope", part: "work" },
  { id: "entry-points", label: "Entry points", part: "work" },
  { id: "authority", label: "Authority", part: "work" },
  { id: "leaving", label: "What leaves", part: "work" },
  { id: "release", label: "Who releases", part: "work" },
  { id: "evidence", label: "Evidence", part: "work" },
  { id: "decide", label: "Decide", part: "work" },
  { id: "map", label: "Map", part: "record" },
  { id: "report", label: "Report", part: "record" },
  { id: "activity", label: "Activity", part: "record" },
] as const;

export type RailId = (typeof RAIL)[number]["id"];

export interface RailItem {
  id: RailId;
  href: string;
  /** How far this place is; left out where the question makes no sense. */
  completeness?: "empty" | "partial" | "complete";
  /** Open items in this place. */
  open?: number;
}

export interface PlacedRailItem extends RailItem {
  label: string;
  part: "work" | "record";
}

/** The given items with their labels, in the order of the work, whatever order they came in. */
export function placeRailItems(items: readonly RailItem[]): PlacedRailItem[] {
  return RAIL.flatMap(({ id, label, part }) => {
    const item = items.find((candidate) => candidate.id === id);
    return item ? [{ ...item, label, part }] : [];
  });
}
