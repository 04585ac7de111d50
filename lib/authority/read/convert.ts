import { isAlias, isMap, isScalar, isSeq, type Node } from "yaml";
import { LIMITS } from "@/lib/authority/limits";
import type { ListValue, MapValue, ScalarValue, Value } from "./value";

/** Thrown inside the reader only; a bound that was passed, or something that is no configuration. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** A key that is written again later in its map, and the value that counts no longer. */
export type DuplicateKey = { key: string; offset: number; shadowed: Value };

const STRING_TAGS = new Set([
  "tag:yaml.org,2002:str",
  "!",
  "tag:yaml.org,2002:binary",
  "tag:yaml.org,2002:timestamp",
]);

/** How many values a value has once aliases are expanded, and how deep it is. */
type Measure = { size: number; height: number };

/**
 * Turns the nodes of one document into values, once: shares what aliases point to, merges `<<`, lets the
 * last of two equal keys win, and counts values before and after expansion without expanding anything.
 */
export class Converter {
  written = 0;
  expanded = 0;
  readonly duplicates: DuplicateKey[] = [];
  /** What `<<` names; members that the map has itself are in no value and yet in the text. */
  readonly merged: Value[] = [];
  private readonly anchors = new Map<string, Value>();
  private readonly open = new Set<string>();
  private readonly measures = new Map<Value, Measure>();

  /** @throws Refusal past a bound, for a complex key, or for an alias that points nowhere or at itself. */
  convert(node: Node | null): Value | null {
    if (node === null) return null;
    const { value, size } = this.node(node, 0);
    this.expanded += size;
    return value;
  }

  private node(node: Node, depth: number): { value: Value; size: number; height: number } {
    this.written += 1;
    if (depth > LIMITS.nesting) throw tooDeep(node.range?.[0] ?? 0);
    if (isAlias(node)) return this.alias(node.source, node.range?.[0] ?? 0, depth);
    const anchor = (node as { anchor?: string }).anchor;
    if (anchor) {
      this.open.add(anchor);
      this.anchors.delete(anchor);
    }
    const made = isMap(node) ? this.map(node, depth) : isSeq(node) ? this.list(node, depth) : scalarOf(node);
    if (made.size > LIMITS.values || this.written > LIMITS.values) throw tooMany(node.range?.[0] ?? 0);
    if (anchor) {
      this.open.delete(anchor);
      this.anchors.set(anchor, made.value);
      this.measures.set(made.value, { size: made.size, height: made.height });
    }
    return made;
  }

  private alias(name: string, at: number, depth: number) {
    const value = this.anchors.get(name);
    if (!value) {
      const why = this.open.has(name)
        ? "points at what it stands in"
        : "points at an anchor that does not exist";
      throw new Refusal("yaml-syntax", `an alias ${why}`, at);
    }
    const measure = this.measures.get(value)!;
    if (depth + measure.height > LIMITS.nesting) throw tooDeep(at);
    return { value, ...measure };
  }

  private list(node: Node & { items: unknown[] }, depth: number) {
    const value: ListValue = { kind: "list", at: node.range?.[0] ?? 0, items: [] };
    let size = 1;
    let height = 0;
    for (const item of node.items) {
      const made = this.node(item as Node, depth + 1);
      value.items.push(made.value);
      size += made.size;
      if (made.height > height) height = made.height;
    }
    return { value, size, height: height + 1 };
  }

  private map(node: Node & { items: { key: unknown; value: unknown }[] }, depth: number) {
    const fields = new Map<string, Value>();
    const value: MapValue = { kind: "map", at: node.range?.[0] ?? 0, fields };
    let size = 1;
    let height = 0;
    let merges: Value[] | null = null;
    for (const pair of node.items) {
      const key = this.keyOf(pair.key as Node | null);
      const made = pair.value
        ? this.node(pair.value as Node, depth + 1)
        : { value: emptyAt((pair.key as Node | null)?.range?.[1] ?? value.at), size: 1, height: 0 };
      size += made.size + 1;
      if (made.height > height) height = made.height;
      if (key === "<<" && made.value.kind !== "scalar") {
        merges ??= [];
        this.merged.push(made.value);
        merges.push(...(made.value.kind === "list" ? made.value.items : [made.value]));
        continue;
      }
      const shadowed = fields.get(key);
      if (shadowed) {
        this.duplicates.push({ key, offset: (pair.key as Node | null)?.range?.[0] ?? value.at, shadowed });
        fields.delete(key);
      }
      fields.set(key, made.value);
    }
    // A key of the map itself wins over a merged one, an earlier merge over a later one (YAML 1.1 merge).
    for (const merged of merges ?? []) {
      if (merged.kind !== "map") continue;
      for (const [key, inherited] of merged.fields) if (!fields.has(key)) fields.set(key, inherited);
    }
    return { value, size, height: height + 1 };
  }

  private keyOf(key: Node | null): string {
    this.written += 1;
    if (key === null) return "";
    if (isScalar(key)) {
      if (key.anchor) {
        const { value } = scalarOf(key);
        this.anchors.set(key.anchor, value);
        this.measures.set(value, { size: 1, height: 0 });
      }
      return key.source ?? "";
    }
    if (isAlias(key)) {
      const value = this.anchors.get(key.source);
      if (value?.kind === "scalar") return value.text;
    }
    throw new Refusal(
      "complex-key",
      "a key is a list or a map, which no configuration format allows",
      key.range?.[0] ?? 0,
    );
  }
}

function scalarOf(node: Node): { value: ScalarValue; size: number; height: number } {
  const { source, type, tag, range } = node as {
    source?: string;
    type?: string;
    tag?: string;
    range?: number[] | null;
  };
  const quoted =
    type === "PLAIN" || type === undefined ? !!tag && STRING_TAGS.has(tag) : !tag || STRING_TAGS.has(tag);
  const at = range?.[0] ?? 0;
  return {
    value: { kind: "scalar", at, end: range?.[1] ?? at, text: source ?? "", plain: !quoted },
    size: 1,
    height: 0,
  };
}

const emptyAt = (at: number): ScalarValue => ({ kind: "scalar", at, end: at, text: "", plain: true });

export const tooDeep = (at: number) =>
  new Refusal("too-deep", `lists and maps are nested more than ${LIMITS.nesting} deep, past the limit`, at);

export const tooMany = (at: number) =>
  new Refusal(
    "too-many-values",
    "the file holds more than 2,000,000 values, past the limit, aliases expanded",
    at,
  );
