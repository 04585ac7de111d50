import type { Drift, DriftRow } from "@/lib/authority/drift";
import type { GrantedCapability } from "@/lib/authority/schema";
import { CHANGES, type Change, type PreviewRow, type PreviewSide } from "./preview";
import { titleOf } from "./title";

/** A drift as people read it: rows by kind of change, at most so many of each, and the counts of all. */
export type Compared = {
  counts: Record<Change, number>;
  rows: Record<Exclude<Change, "unchanged">, PreviewRow[]>;
  /** Limits that were set, lifted or changed, in words. */
  bounds: { wider: string[]; narrower: string[] };
};

/**
 * Turns a drift into rows for people. A row that is as wide as before and called or weighed otherwise
 * (another title, severity or id) is `changed`: attaching writes it anew.
 *
 * @param most how many rows of each kind of change are listed
 */
export function comparedOf(drift: Drift, most: number): Compared {
  const parts: Record<Change, DriftRow[]> = {
    ...drift,
    changed: drift.unchanged.filter(isSaidOtherwise),
    unchanged: drift.unchanged.filter((row) => !isSaidOtherwise(row)),
  };
  const listed = CHANGES.filter((change) => change !== "unchanged");
  return {
    counts: Object.fromEntries(CHANGES.map((change) => [change, parts[change].length])) as Compared["counts"],
    rows: Object.fromEntries(
      listed.map((change) => [change, parts[change].slice(0, most).map(rowOf)]),
    ) as Compared["rows"],
    bounds: {
      wider: drift.bounds.wider.slice(0, most).map(boundWords),
      narrower: drift.bounds.narrower.slice(0, most).map(boundWords),
    },
  };
}

const isSaidOtherwise = ({ before, after }: DriftRow): boolean =>
  before !== null &&
  after !== null &&
  (before.id !== after.id || before.severity !== after.severity || titleOf(before) !== titleOf(after));

function rowOf({ key, before, after, comparable }: DriftRow): PreviewRow {
  const row = (after ?? before)!;
  return {
    key,
    title: titleOf(row),
    workload: row.workload,
    container: row.container,
    before: before && sideOf(before),
    after: after && sideOf(after),
    comparable,
  };
}

const sideOf = ({ access, extent, severity, source }: GrantedCapability): PreviewSide => ({
  access,
  extent: extent.slice(0, 50),
  severity,
  file: source.file,
  line: source.line,
});

function boundWords({ before, after }: Drift["bounds"]["wider"][number]): string {
  const { workload, container, anchor } = (after ?? before)!;
  const [was, is] = [before, after].map((side) => sayBound(anchor, side?.extent[0]));
  return `${workload}${container ? ` [${container}]` : ""}, ${anchor}: ${was} → ${is}`;
}

const UNITS = ["EiB", "PiB", "TiB", "GiB", "MiB", "KiB"].map(
  (unit, at) => [unit, 1024n ** BigInt(6 - at)] as const,
);

/** A limit for people: bytes in the largest unit that leaves nothing over, seconds with their unit. */
function sayBound(resource: string, value: string | undefined): string {
  if (value === undefined) return "no limit";
  if (resource === "time" && /^\d+$/.test(value)) return `${value} s`;
  if ((resource !== "memory" && resource !== "disk") || !/^\d{1,30}$/.test(value)) return value;
  const bytes = BigInt(value);
  const [unit, size] = UNITS.find(([, one]) => bytes > 0n && bytes % one === 0n) ?? ["bytes", 1n];
  return `${bytes / size} ${unit}`;
}
