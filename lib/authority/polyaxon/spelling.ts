import { AtOver } from "@/lib/authority/read/at-over";
import { At } from "@/lib/authority/read/cursor";
import type { Value } from "@/lib/authority/read/value";

/** Each field that is asked for, in its old spelling; those are the fields of the code, so that they are few. */
const spelled = new Map<string, string>();

/** `serviceAccountName` as files before version 1 write it: `service_account_name`. */
function snakeCase(key: string): string {
  let snake = spelled.get(key);
  if (snake === undefined) {
    snake = key.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
    if (spelled.size < 2000) spelled.set(key, snake);
  }
  return snake;
}

const INITIALS: Record<string, string> = { hostPid: "hostPID", hostIpc: "hostIPC" };

/** `service_account_name` as it is written since: `serviceAccountName`. */
export function camelCase(key: string): string {
  const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(INITIALS, name) ? INITIALS[name]! : name;
}

/** Lists that are also written as the one map they would hold. */
const ONE_OR_MANY = new Set(["volumeMounts", "volumes", "envFrom", "init", "sidecars"]);

/** A place whose fields are found in either spelling; pointers keep the one that is written. */
export class Spelled extends At {
  constructor(
    place: At["place"],
    value: Value | null,
    above: Spelled | null = null,
    private readonly field: string | number = "",
  ) {
    super(place, value, above, field);
  }

  private written(key: string): string | null {
    if (this.value?.kind !== "map") return null;
    const { fields } = this.value;
    if (fields.size === 0) return null;
    if (fields.has(key)) return key;
    const snake = snakeCase(key);
    return fields.has(snake) ? snake : null;
  }

  override get(key: string): At {
    const written = this.written(key);
    const value =
      written !== null && this.value?.kind === "map" ? (this.value.fields.get(written) ?? null) : null;
    return new Spelled(this.place, value, this, written ?? key);
  }

  override has(key: string): boolean {
    return this.written(key) !== null;
  }

  override items(): At[] {
    if (this.value?.kind === "map" && ONE_OR_MANY.has(camelCase(String(this.field)))) return [this];
    if (this.value?.kind !== "list") return [];
    return this.value.items.map((item, index) => new Spelled(this.place, item, this, index));
  }

  override entries(): [string, At][] {
    if (this.value?.kind !== "map") return [];
    return Array.from(this.value.fields, ([key, value]) => [key, new Spelled(this.place, value, this, key)]);
  }
}

/** A field that the format does not have, and that only somebody else can set. */
class Undetermined extends At {
  override get unresolved(): boolean {
    return true;
  }
}

/** A place in which fields are neither written nor absent, because only others can set them. */
export class WithUndetermined extends AtOver {
  constructor(
    base: At,
    private readonly fields: readonly string[],
  ) {
    super(base);
  }

  override get(key: string): At {
    return this.fields.includes(key) ? new Undetermined(this.place, null, this, key) : this.base.get(key);
  }

  override has(key: string): boolean {
    return this.base.has(key);
  }

  override entries(): [string, At][] {
    return this.base.entries();
  }
}
