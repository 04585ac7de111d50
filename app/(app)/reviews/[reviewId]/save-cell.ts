import type { OnSaveCell } from "@/components/worksheet/types";
import { callApi } from "@/lib/platform/http/browser";
import type { Cell } from "@/lib/review/cell";

type Saved = { versions: Record<string, number> };
type Refusal = { cell: Cell; version: number; author: { name: string } | null; at: string | null };

/**
 * Saves cells over the API, for worksheets and cell fields.
 *
 * @param pathOf the row's address below /api/v1: `(rowId) => "/reviews/…/artifacts/" + rowId`
 */
export function saveCellsAt(pathOf: (rowId: string) => string): OnSaveCell {
  return async ({ rowId, column, value, version }) => {
    const answer = await callApi<Saved>("PATCH", pathOf(rowId), {
      cells: { [column]: { cell: value, version } },
    });
    if (answer.ok) return { ok: true, version: answer.value.versions[column] ?? version };
    const refused = answer.problem.conflict as Refusal | undefined;
    if (!refused) return { ok: false, error: answer.problem.detail };
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
