import { classesOfPlace, type Deciding } from "@/components/authority/decide-target";
import type { TreeLine } from "@/components/authority/tree-lines";
import type { CapabilityRow } from "@/lib/review/authority/capability-row";
import { isOpenPlace } from "@/lib/review/authority/places";

/** Some rows, picked one by one. */
export function decidingRows(rows: readonly CapabilityRow[]): Deciding {
  const [only] = rows;
  return {
    label: rows.length === 1 && only ? `C${only.number} ${only.title}` : "The selected capabilities",
    count: rows.length,
    classes: [...new Set(rows.map((row) => row.class))].filter((of) => of !== "claim"),
    target: { kind: "rows", rows },
    isDecided: rows.some((row) => row.decision !== null || row.justificationId !== null),
  };
}

/** What a line of the tree stands for when it is decided; null for lines that are not. */
export function decidingLine(
  line: TreeLine,
  rowOf: (number: number) => CapabilityRow | undefined,
): Deciding | null {
  if (line.kind === "row") {
    const row = rowOf(line.number);
    return row && row.closedAt === null ? decidingRows([row]) : null;
  }
  if (line.kind === "executor") {
    if (!line.executor) return null;
    return {
      label: `what waits under X${line.executor.number} ${line.executor.name}`,
      count: line.branch.open,
      classes: ["grant", "missing-limit"],
      target: { kind: "executor", executorId: line.executor.id },
      isDecided: false,
    };
  }
  if (line.kind !== "place" && line.kind !== "need") return null;
  const { key, count } = line.place;
  return {
    label: line.kind === "need" ? `what J${line.justification.number} covers` : line.label,
    count,
    classes: classesOfPlace(key),
    target: { kind: "place", executorId: line.branch.id, key },
    isDecided: !isOpenPlace(key),
  };
}
