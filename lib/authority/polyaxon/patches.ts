import { joinedLists, layered, withFields } from "@/lib/authority/kubernetes/composed";
import type { At } from "@/lib/authority/read/cursor";
import { camelCase } from "./spelling";

/** Maps whose names are anybody's. */
const OPEN = /^(labels|annotations|nodeSelector|node_selector|limits|requests|matchLabels|env)$/;

/**
 * A run with a patch laid over it. `post_merge`, which is the default, and `pre_merge` join lists and say
 * whose scalars count; `replace` and `isnull` look at the fields of the top level only.
 * Source: Polyaxon, patch strategy of operations and presets.
 */
export function patched(run: At, patch: At, strategy: string | null): At {
  if (!patch.exists) return run;
  if (!run.exists) return patch;
  if (strategy === "replace") return withFields(run, fieldsOf(patch));
  if (strategy === "isnull") return withFields(patch, fieldsOf(run));
  return strategy === "pre_merge" ? merged(run, patch) : merged(patch, run);
}

const fieldsOf = (at: At): Record<string, At> =>
  Object.fromEntries(at.entries().map(([key, value]) => [camelCase(key), value]));

/** Two places as one: `top` counts, and lists have the members of both. */
export function merged(top: At, under: At): At {
  if (!under.exists) return top;
  if (!top.exists) return under;
  if (top.value?.kind === "list" && under.value?.kind === "list") return joinedLists([under, top]);
  if (top.value?.kind !== "map" || under.value?.kind !== "map") return top;
  if (OPEN.test(top.name)) return layered(top, under);
  const keys = new Set([...top.entries(), ...under.entries()].map(([key]) => camelCase(key)));
  return withFields(
    top,
    Object.fromEntries([...keys].map((key) => [key, merged(top.get(key), under.get(key))])),
  );
}
