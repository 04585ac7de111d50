import type { CellSave, SaveOutcome } from "@/components/worksheet/types";
import { callApi } from "@/lib/platform/http/browser";
import type { Cell } from "@/lib/review/cell";

type Refusal = { cell: Cell; version: number; author: { name: string } | null; at: string | null };

/** Saves why a kind of entry point does not exist; the row's id is the kind. */
export function saveKind(reviewId: string) {
  return async ({ rowId, value, version }: CellSave): Promise<SaveOutcome> => {
    const answer = await callApi<{ version: number }>("PUT", `/reviews/${reviewId}/kinds/${rowId}`, {
      cell: value,
      version,
    });
    if (answer.ok) return { ok: true, version: answer.value.version };
    const refused = answer.problem.conflict as Refusal | undefined;
    if (!refused) return { ok: false, error: answer.problem.detail };
    const { cell, author, at } = refused;
    return {
      ok: false,
      conflict: { value: cell, version: refused.version, author: author?.name ?? "Somebody", at: at ?? "" },
    };
  };
}
