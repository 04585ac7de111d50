import type { At } from "@/lib/authority/read/cursor";

/** Whether a label selector selects; an empty one selects everything, an absent one nothing. */
export function selects(selector: At, labels: Map<string, string>): boolean {
  if (selector.value === null || selector.value.kind !== "map") return false;
  for (const [key, at] of selector.get("matchLabels").entries())
    if (labels.get(key) !== (at.string() ?? "")) return false;
  for (const expression of selector.get("matchExpressions").items()) {
    const key = expression.get("key").string() ?? "";
    const values = expression.get("values").strings();
    const value = labels.get(key);
    const operator = expression.get("operator").oneOf(["In", "NotIn", "Exists", "DoesNotExist"]);
    if (operator === "In" && (value === undefined || !values.includes(value))) return false;
    if (operator === "NotIn" && value !== undefined && values.includes(value)) return false;
    if (operator === "Exists" && value === undefined) return false;
    if (operator === "DoesNotExist" && value !== undefined) return false;
    if (operator === undefined) return false;
  }
  return true;
}

/** Whether a Service's plain map of labels selects; an empty or absent one selects nothing. */
export function selectsPlainly(selector: At, labels: Map<string, string>): boolean {
  const entries = selector.entries();
  return entries.length > 0 && entries.every(([key, at]) => labels.get(key) === (at.string() ?? ""));
}

export const isEmptySelector = (selector: At): boolean =>
  selector.value?.kind === "map" &&
  selector.get("matchLabels").entries().length === 0 &&
  selector.get("matchExpressions").items().length === 0;

/**
 * What a selector of namespaces leaves out, where it takes all others: one that is empty leaves out nothing,
 * one that only names what must not be leaves out that. Null where it selects some only.
 */
export function leavesOut(selector: At): string[] | null {
  if (selector.value?.kind !== "map" || selector.get("matchLabels").entries().length > 0) return null;
  const left: string[] = [];
  for (const expression of selector.get("matchExpressions").items()) {
    const key = expression.get("key").string() ?? "";
    const operator = expression.get("operator").string();
    // Every namespace has this label, so that its presence says nothing.
    if (operator === "Exists" && key === "kubernetes.io/metadata.name") continue;
    if (operator === "NotIn") left.push(`${key} ${expression.get("values").strings().join(", ")}`);
    else if (operator === "DoesNotExist") left.push(`those with ${key}`);
    else return null;
  }
  return left;
}

/** Objects by one pair of labels that each selects by, so that a pod asks few of many. */
export class BySelector<T> {
  private readonly byPair = new Map<string, T[]>();

  /** @param selector the pairs it selects by, or null for one that is to be asked for every pod of the namespace */
  add(namespace: string, selector: At | null, item: T): void {
    const [pair] = selector?.entries() ?? [];
    const key = keyOf(namespace, pair?.[0] ?? "", pair?.[1].string() ?? "");
    const list = this.byPair.get(key);
    if (list) list.push(item);
    else this.byPair.set(key, [item]);
  }

  /** Those that may select a pod, in no particular order. */
  candidates(namespace: string, labels: Map<string, string>): T[] {
    const found = [...(this.byPair.get(keyOf(namespace, "", "")) ?? [])];
    for (const [key, value] of labels) found.push(...(this.byPair.get(keyOf(namespace, key, value)) ?? []));
    return found;
  }
}

const keyOf = (namespace: string, key: string, value: string) => `${namespace}\u0000${key}\u0000${value}`;
