import { parse, stringify } from "yaml";

type Labels = Record<string, unknown>;
type Item = {
  kind?: string;
  metadata?: { name?: string; namespace?: string; labels?: Labels };
  subjects?: { kind?: string; name?: string; namespace?: string }[];
  roleRef?: { kind?: string; name?: string };
  aggregationRule?: { clusterRoleSelectors?: { matchLabels?: Labels; matchExpressions?: unknown }[] };
};
type List = { items?: Item[] };

/** What is left of a list, how much that is, and the text anew; null for a text that is no list. */
type Kept = { text: string; kept: number; of: number; items: Item[] };

function listOf(text: string, keep: (item: Item) => boolean): Kept | null {
  let list: List | null;
  try {
    list = parse(text, { maxAliasCount: 100 }) as List | null;
  } catch {
    return null;
  }
  if (!Array.isArray(list?.items)) return null;
  const items = list.items.filter((item) => typeof item === "object" && item !== null && keep(item));
  const of = list.items.length;
  return { text: items.length === of ? text : stringify({ ...list, items }), kept: items.length, of, items };
}

/** The bindings that give something to a workload of the namespace, or lie in it. */
export function bindingsFor(namespace: string, text: string): Kept | null {
  const groups = new Set([
    "system:serviceaccounts",
    `system:serviceaccounts:${namespace}`,
    "system:authenticated",
    "system:unauthenticated",
  ]);
  return listOf(text, (binding) => {
    if (binding.metadata?.namespace === namespace) return true;
    return (binding.subjects ?? []).some(({ kind, name, namespace: own = binding.metadata?.namespace }) => {
      if (kind === "ServiceAccount") return own === namespace;
      if (kind === "Group") return groups.has(name ?? "");
      return kind === "User" && (name ?? "").startsWith(`system:serviceaccount:${namespace}:`);
    });
  });
}

/** The roles that lie in the namespace or that a binding names, with those that make up an aggregated one. */
export function rolesFor(namespace: string, bindings: readonly Item[], text: string): Kept | null {
  const named = new Set(
    bindings.map(({ roleRef, metadata }) =>
      roleRef?.kind === "Role" ? `${metadata?.namespace}/${roleRef.name}` : `/${roleRef?.name}`,
    ),
  );
  const key = ({ metadata }: Item) => `${metadata?.namespace ?? ""}/${metadata?.name}`;
  const all = listOf(text, () => true)?.items ?? [];
  const wanted = new Set(all.filter((role) => named.has(key(role))));
  // A set that grows while it is walked: an aggregated role may be made of aggregated ones.
  for (const role of wanted) {
    for (const { matchLabels = {}, matchExpressions } of role.aggregationRule?.clusterRoleSelectors ?? []) {
      for (const other of all) {
        const labels = other.metadata?.labels ?? {};
        const fits = Object.entries(matchLabels).every(([name, value]) => labels[name] === value);
        // An expression is not worked out here: rather one role too many.
        if (other.kind !== "Role" && (matchExpressions || fits)) wanted.add(other);
      }
    }
  }
  const keys = new Set([...wanted].map(key));
  return listOf(text, (role) => role.metadata?.namespace === namespace || keys.has(key(role)));
}
