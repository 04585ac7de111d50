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

type Selecting<T> = { namespace: string; keys: string[]; item: T };

/** Objects by one pair of labels that each selects by, the rarest, so that a pod asks few of many. */
export class BySelector<T> {
  private readonly all: Selecting<T>[] = [];
  private byPair: Map<string, T[]> | null = null;

  /** @param selector the pairs it selects by; without any it is asked for every pod of the namespace */
  add(namespace: string, selector: At, item: T): void {
    const keys = selector.entries().map(([key, at]) => keyOf(namespace, key, at.string() ?? ""));
    this.all.push({ namespace, keys, item });
  }

  /** Those that may select a pod, in no particular order. */
  candidates(namespace: string, labels: Map<string, string>): T[] {
    this.byPair ??= byRarestPair(this.all);
    const found = [...(this.byPair.get(keyOf(namespace, "", "")) ?? [])];
    for (const [key, value] of labels) found.push(...(this.byPair.get(keyOf(namespace, key, value)) ?? []));
    return found;
  }
}

function byRarestPair<T>(all: Selecting<T>[]): Map<string, T[]> {
  const counts = new Map<string, number>();
  for (const { keys } of all) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const byPair = new Map<string, T[]>();
  for (const { namespace, keys, item } of all) {
    let rarest = keys[0] ?? keyOf(namespace, "", "");
    for (const key of keys) if (counts.get(key)! < counts.get(rarest)!) rarest = key;
    const list = byPair.get(rarest);
    if (list) list.push(item);
    else byPair.set(rarest, [item]);
  }
  return byPair;
}

const keyOf = (namespace: string, key: string, value: string) => `${namespace}\u0000${key}\u0000${value}`;
