import type { FlatRow } from "@/components/authority/flat-columns";
import { nameToMake } from "@/components/worksheet/choices";
import type { CellSave, OnSaveCell, SaveOutcome } from "@/components/worksheet/types";
import { callApi } from "@/lib/platform/http/browser";
import type { Cell } from "@/lib/review/cell";
import { saveCellsAt } from "../../save-cell";

/** The cells of the flat view that are a justification's own: an edit there counts for all it covers. */
const OF_JUSTIFICATION = new Set(["limit", "enforcer"]);

type Saved = { versions: Record<string, number> };
type Refusal = {
  field: string;
  cell: Cell;
  version: number;
  author: { name: string } | null;
  at: string | null;
};

/**
 * Saves a cell of the flat view where it belongs: at the capability, or at the justification that
 * covers it. A decision other than "needed" takes the justification away in the same save.
 */
export function saveFlatCells(reviewId: string, rowOf: (id: string) => FlatRow | undefined): OnSaveCell {
  const own = saveCellsAt((id) => `/reviews/${reviewId}/capabilities/${id}`);
  const ofJustification = saveCellsAt((id) => `/reviews/${reviewId}/justifications/${id}`);
  return async (save) => {
    const row = rowOf(save.rowId);
    if (OF_JUSTIFICATION.has(save.column)) {
      if (!row?.justification) return { ok: false, error: "Choose a justification first." };
      return ofJustification({ ...save, rowId: row.justification.id });
    }
    const purpose =
      save.column === "justification" && save.value.state === "value" ? nameToMake(save.value.value) : null;
    if (purpose !== null) return cover(reviewId, save, row?.row.versions.decision ?? 0, purpose);
    const isCovered = row !== undefined && row.row.justificationId !== null;
    if (save.column !== "decision" || !isCovered) return own(save);
    const answer = await callApi<Saved>("PATCH", `/reviews/${reviewId}/capabilities/${save.rowId}`, {
      cells: {
        decision: { cell: save.value, version: save.version },
        justification: { cell: { state: "unset" }, version: row.row.versions.justification ?? 0 },
      },
    });
    if (answer.ok) return { ok: true, version: answer.value.versions.decision ?? save.version };
    const refused = answer.problem.conflict as Refusal | undefined;
    if (refused?.field !== "decision") return { ok: false, error: answer.problem.detail };
    return {
      ok: false,
      conflict: {
        value: refused.cell,
        version: refused.version,
        author: refused.author?.name ?? "Somebody",
        at: refused.at ?? "",
      },
    };
  };
}

type Decided = {
  seq: number | null;
  changed: {
    justificationId: string | null;
    version: number;
    author: { name: string } | null;
    at: string | null;
  }[];
};

/** Writes a justification that was put into the cell and covers the row with it, in one save. */
async function cover(
  reviewId: string,
  { rowId, version }: CellSave,
  decided: number,
  purpose: string,
): Promise<SaveOutcome> {
  const answer = await callApi<Decided>("POST", `/reviews/${reviewId}/capabilities/decide`, {
    target: { rows: [{ id: rowId, version: Math.max(version, decided) }] },
    decision: "needed",
    justification: { purpose },
  });
  if (!answer.ok) return { ok: false, error: answer.problem.detail };
  const [other] = answer.value.changed;
  if (!other) return { ok: true, version: answer.value.seq ?? version };
  return {
    ok: false,
    conflict: {
      value:
        other.justificationId === null
          ? { state: "unset" }
          : { state: "value", value: other.justificationId },
      version: other.version,
      author: other.author?.name ?? "Somebody",
      at: other.at ?? "",
    },
  };
}
