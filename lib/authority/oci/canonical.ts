import { canonicalDocument, type Ignore } from "@/lib/authority/digest";
import type { ListValue, Value } from "@/lib/authority/read/value";
import { isReadAnnotation } from "./environment-rows";
import { ociRedactions } from "./redactions";

/**
 * The documented ignore list of the format: annotations that no row is made of, and where the bundle's root
 * lies, which holds the container's id.
 */
const ignored: Ignore = (path, key) =>
  (path.length === 1 && path[0] === "annotations" && !isReadAnnotation(key)) ||
  (path.length === 1 && path[0] === "root" && key === "path") ||
  (path.length === 1 && path[0] === "linux" && key === "cgroupsPath");

/** Lists whose order says nothing, and what orders their items. Rules of devices and mounts are in order. */
const SETS: Record<string, (item: Value) => string> = {
  namespaces: fieldsOf("type", "path"),
  bounding: textOf,
  effective: textOf,
  permitted: textOf,
  inheritable: textOf,
  ambient: textOf,
  additionalGids: textOf,
  maskedPaths: textOf,
  readonlyPaths: textOf,
  rlimits: fieldsOf("type"),
  hugepageLimits: fieldsOf("pageSize"),
  env: (item) => textOf(item).split("=", 1)[0]!,
};

function textOf(item: Value | undefined): string {
  return item?.kind === "scalar" ? item.text : "";
}

function fieldsOf(...names: string[]): (item: Value) => string {
  return (item) => (item.kind === "map" ? names.map((name) => textOf(item.fields.get(name))).join(" ") : "");
}

/** A config.json in canonical form, the same whatever the order of its sets and the ids of its processes. */
export const canonicalConfig = (root: Value): string =>
  canonicalDocument(settled(root, ""), ociRedactions(root), ignored);

function settled(value: Value, key: string): Value {
  if (value.kind === "map") {
    const fields = new Map<string, Value>();
    for (const [name, child] of value.fields) fields.set(name, settled(child, name));
    return { ...value, fields };
  }
  if (value.kind === "scalar") {
    // A namespace is joined by the id of whatever process is in it, which is another after each start.
    if (key !== "path" || !/^\/proc\/(?!1\/)\d{1,10}\/ns\/[a-z_]{1,30}$/.test(value.text)) return value;
    return { ...value, text: value.text.replace(/\d+/, "process") };
  }
  const items = value.items.map((item) => settled(item, ""));
  const order = Object.hasOwn(SETS, key) ? SETS[key] : undefined;
  if (!order) return { ...value, items };
  return { ...value, items: sorted(items, order) } satisfies ListValue;
}

function sorted(items: Value[], order: (item: Value) => string): Value[] {
  return items
    .map((item) => ({ item, by: order(item) }))
    .sort((a, b) => (a.by < b.by ? -1 : a.by > b.by ? 1 : 0))
    .map(({ item }) => item);
}
