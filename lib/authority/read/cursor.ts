import type { Note, SourceRef } from "@/lib/authority/schema";
import { booleanOf, integerOfScalar, isNull } from "./scalar";
import type { ReadFile, Value } from "./value";

/** The document that cursors walk in, and where they put what is wrong with a value. */
export type DocumentPlace = {
  file: ReadFile;
  index: number;
  note: (level: Note["level"], code: string, message: string, at: At) => void;
};

const PLACEHOLDER = /\$\{|\{\{|\$\((?:inputs\.)?(?:params|workspaces|context|tasks|results)[.[]/;

const escapePointer = (step: string) => step.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * A place in a document, there or not. Walking never fails: what is absent yields cursors that are absent
 * too, whose source is the nearest thing that is written. Pointers and lines are worked out when asked.
 */
export class At {
  constructor(
    readonly place: DocumentPlace,
    readonly value: Value | null,
    private readonly parent: At | null = null,
    private readonly step: string | number = "",
  ) {}

  /** Whether something is written here; null counts as nothing, as it does for the API server. */
  get exists(): boolean {
    return this.value !== null && !(this.value.kind === "scalar" && isNull(this.value));
  }

  get(key: string): At {
    const value = this.value?.kind === "map" ? (this.value.fields.get(key) ?? null) : null;
    return new At(this.place, value, this, key);
  }

  path(...keys: string[]): At {
    let at: At = this;
    for (const key of keys) at = at.get(key);
    return at;
  }

  has(key: string): boolean {
    return this.value?.kind === "map" && this.value.fields.has(key);
  }

  items(): At[] {
    if (this.value?.kind !== "list") return [];
    return this.value.items.map((item, index) => new At(this.place, item, this, index));
  }

  entries(): [string, At][] {
    if (this.value?.kind !== "map") return [];
    return Array.from(this.value.fields, ([key, value]) => [key, new At(this.place, value, this, key)]);
  }

  /** A scalar's text; null where there is none. Placeholders are kept as they are written. */
  string(): string | null {
    return this.value?.kind === "scalar" && this.exists ? this.value.text : null;
  }

  strings(): string[] {
    return this.items().flatMap((item) => item.string() ?? []);
  }

  /** Whether the value holds a `${…}`, or a `{{…}}` or `$(params…)` of a workflow, that nothing has filled in. */
  get unresolved(): boolean {
    return this.value?.kind === "scalar" && PLACEHOLDER.test(this.value.text);
  }

  /** A boolean as kubectl reads it; undefined where absent, and, with a note, where it is none. */
  boolean(): boolean | undefined {
    if (!this.exists) return undefined;
    const value = this.value?.kind === "scalar" ? booleanOf(this.value) : null;
    if (value === null) this.invalid("is neither true nor false");
    return value ?? undefined;
  }

  /** A whole number; undefined where absent, and, with a note, where it is none. */
  integer(): bigint | undefined {
    if (!this.exists) return undefined;
    const value = this.value?.kind === "scalar" ? integerOfScalar(this.value) : null;
    if (value === null) this.invalid("is not a whole number");
    return value ?? undefined;
  }

  /** One of the words; undefined where absent, and, with a note, where it is another. */
  oneOf<const T extends string>(words: readonly T[]): T | undefined {
    if (!this.exists) return undefined;
    const text = this.string();
    if (text !== null && (words as readonly string[]).includes(text)) return text as T;
    this.invalid(`is none of ${words.join(", ")}`);
    return undefined;
  }

  /** Notes that the value counts as absent: an unresolved placeholder is a warning, anything else an error. */
  invalid(why: string): void {
    const field = this.name;
    if (this.unresolved) {
      this.place.note(
        "warning",
        "unresolved",
        `${field} holds a placeholder that nothing has filled in; it counts as absent`,
        this,
      );
    } else {
      this.place.note("error", "invalid-value", `${field} ${why}; it counts as absent`, this);
    }
  }

  /** The last name on the way here, for messages. */
  get name(): string {
    return typeof this.step === "string" ? this.step : `${this.parent?.name ?? ""}[${this.step}]`;
  }

  /** The RFC 6901 pointer from the document's root. */
  pointer(): string {
    if (!this.parent) return "";
    return `${this.parent.pointer()}/${typeof this.step === "number" ? this.step : escapePointer(this.step)}`;
  }

  /** Where this stands; what is absent names the nearest thing that is written. */
  source(): SourceRef {
    let at: At = this;
    while (at.value === null && at.parent) at = at.parent;
    const { file, index } = this.place;
    return { file: file.name, document: index, pointer: at.pointer(), line: file.lineAt(at.value?.at ?? 0) };
  }
}
