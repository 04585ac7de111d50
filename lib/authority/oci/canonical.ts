import { canonicalDocument, type Ignore } from "@/lib/authority/digest";
import type { Value } from "@/lib/authority/read/value";
import type { Redactions } from "@/lib/authority/secrets/marks";
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

type Order = (item: Value, text: (value: Value | undefined) => string) => string;

const byText: Order = (item, text) => text(item);
const byFields =
  (...names: string[]): Order =>
  (item, text) =>
    item.kind === "map" ? names.map((name) => text(item.fields.get(name))).join(" ") : "";

/** Lists whose order says nothing, and what orders their items. Rules of devices and mounts are in order. */
const SETS: Record<string, Order> = {
  namespaces: byFields("type", "path"),
  bounding: byText,
  effective: byText,
  permitted: byText,
  inheritable: byText,
  ambient: byText,
  additionalGids: byText,
  maskedPaths: byText,
  readonlyPaths: byText,
  rlimits: byFields("type"),
  hugepageLimits: byFields("pageSize"),
  env: (item, text) => text(item).split("=", 1)[0]!,
};

/** A config.json in canonical form, the same whatever the order of its sets and the ids of its processes. */
export function canonicalConfig(root: Value): string {
  const redactions = ociRedactions(root);
  return canonicalDocument(settled(root, "", redactions), redactions, ignored);
}

function settled(value: Value, key: string, redactions: Redactions): Value {
  if (value.kind === "map") {
    const fields = new Map<string, Value>();
    for (const [name, child] of value.fields) fields.set(name, settled(child, name, redactions));
    return { ...value, fields };
  }
  if (value.kind === "scalar") {
    // A namespace is joined by the id of whatever process is in it, which is another after each start.
    if (key !== "path" || !/^\/proc\/(?!1\/)\d{1,10}\/ns\/[a-z_]{1,30}$/.test(value.text)) return value;
    return { ...value, text: value.text.replace(/\d+/, "process") };
  }
  const items = value.items.map((item) => settled(item, "", redactions));
  const order = Object.hasOwn(SETS, key) ? SETS[key] : undefined;
  return { ...value, items: order ? sorted(items, order, redactions) : items };
}

/** Sorted by what is shown: the stored text holds no more than that, and has the same digest. */
function sorted(items: Value[], order: Order, redactions: Redactions): Value[] {
  const text = (value: Value | undefined) =>
    value?.kind === "scalar" ? (redactions.get(value) ?? value.text) : "";
  return items
    .map((item) => ({ item, by: order(item, text) }))
    .sort((a, b) => (a.by < b.by ? -1 : a.by > b.by ? 1 : 0))
    .map(({ item }) => item);
}
