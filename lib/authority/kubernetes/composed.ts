import { AtOver } from "@/lib/authority/read/at-over";
import { At } from "@/lib/authority/read/cursor";
import type { ScalarValue, Value } from "@/lib/authority/read/value";

/**
 * Places that are put together from several, for kinds whose pod stands nowhere as such: every field keeps
 * the place where it is written, so that rows name it.
 */
class Composed extends AtOver {
  constructor(
    base: At,
    value: Value | null,
    private readonly field: (key: string) => At | undefined,
    private readonly more: readonly string[] = [],
  ) {
    super(base, value);
  }

  override get(key: string): At {
    return this.field(key) ?? this.base.get(key);
  }

  override has(key: string): boolean {
    return this.get(key).value !== null;
  }

  override entries(): [string, At][] {
    const keys = new Set([...this.base.entries().map(([key]) => key), ...this.more]);
    return [...keys].map((key): [string, At] => [key, this.get(key)]).filter(([, at]) => at.value !== null);
  }
}

const emptyMap = (near: At): Value => ({ kind: "map", at: near.value?.at ?? 0, fields: new Map() });

/** A map with some of its fields from elsewhere; fields that are not written leave the map's own. */
export function withFields(base: At, fields: Record<string, At>): At {
  const given = new Map(Object.entries(fields).filter(([, at]) => at.value !== null));
  if (given.size === 0) return base;
  const value = base.value?.kind === "map" ? base.value : emptyMap(base);
  return new Composed(base, value, (key) => given.get(key), [...given.keys()]);
}

/** Two maps as one, as a strategic merge makes it: what is written in `top` counts, at every depth. */
export function layered(top: At, under: At): At {
  if (!under.exists) return top;
  if (!top.exists) return under;
  if (top.value?.kind !== "map" || under.value?.kind !== "map") return top;
  return new Composed(
    top,
    top.value,
    (key) => layered(top.get(key), under.get(key)),
    under.entries().map(([key]) => key),
  );
}

class ComposedList extends At {
  constructor(
    private readonly near: At,
    private readonly members: At[],
  ) {
    const items = members.flatMap(({ value }) => value ?? []);
    super(near.place, { kind: "list", at: near.value?.at ?? 0, items });
  }

  override items(): At[] {
    return this.members;
  }

  override get name(): string {
    return this.near.name;
  }

  override pointer(): string {
    return this.near.pointer();
  }

  override source() {
    return this.near.source();
  }
}

/** Some places as one list; where it is said, the last of those with the same name counts. */
export function listOf(near: At, members: At[], key?: string): At {
  if (members.length === 0) return near;
  if (key === undefined) return new ComposedList(near, members);
  const byName = new Map<string | number, At>();
  for (const [i, member] of members.entries()) byName.set(member.get(key).string() ?? i, member);
  return new ComposedList(near, [...byName.values()]);
}

/** Several lists as one, in their order. */
export function joinedLists(lists: At[], key?: string): At {
  const written = lists.filter((list) => list.items().length > 0);
  const [first] = written;
  if (!first) return lists[0]!;
  if (written.length === 1) return first;
  return listOf(
    first,
    written.flatMap((list) => list.items()),
    key,
  );
}

/** The first of some places at which something is written, else the last of them. */
export const firstWritten = (...places: At[]): At => places.find((at) => at.exists) ?? places.at(-1)!;

class Implied extends At {
  constructor(
    private readonly near: At,
    value: Value | null,
  ) {
    super(near.place, value);
  }

  override get(key: string): At {
    const child = this.value?.kind === "map" ? (this.value.fields.get(key) ?? null) : null;
    return new Implied(this.near, child);
  }

  override pointer(): string {
    return this.near.pointer();
  }

  override source() {
    return this.near.source();
  }
}

/** A map that nobody wrote and a controller makes, such as the mount of a workspace; it stands at `near`. */
export function implied(near: At, fields: Record<string, string | boolean | null>): At {
  const at = near.value?.at ?? 0;
  const scalar = (value: string | boolean): ScalarValue => ({
    kind: "scalar",
    at,
    end: at,
    text: String(value),
    plain: typeof value === "boolean",
  });
  const members = Object.entries(fields).flatMap(([key, value]): [string, Value][] =>
    value === null ? [] : [[key, scalar(value)]],
  );
  return new Implied(near, { kind: "map", at, fields: new Map(members) });
}
