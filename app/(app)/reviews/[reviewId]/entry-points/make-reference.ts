import { nameToMake } from "@/components/worksheet/choices";
import type { OnSaveCell } from "@/components/worksheet/types";
import { callApi } from "@/lib/platform/http/browser";
import type { Created } from "@/lib/review/server/create-row";

const COLLECTIONS: Record<string, string> = { artifact: "artifacts", executor: "executors" };

/** Saves a cell; one that names an artifact or executor which is still to be made makes it first. */
export function savingReferences(reviewId: string, save: OnSaveCell): OnSaveCell {
  return async (given) => {
    const name = given.value.state === "value" ? nameToMake(given.value.value) : null;
    const collection = COLLECTIONS[given.column];
    if (name === null || !collection) return save(given);
    const made = await callApi<Created>("POST", `/reviews/${reviewId}/${collection}`, {
      cells: { name: { state: "value", value: name } },
    });
    if (!made.ok) return { ok: false, error: made.problem.detail };
    return save({ ...given, value: { state: "value", value: made.value.id } });
  };
}
