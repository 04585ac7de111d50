/**
 * What a file holds, after parsing: maps, lists and scalars with the offset at which they stand. Aliases
 * share the value they point to; nothing is expanded. Scalars keep their text, because what a plain
 * scalar means depends on the field (YAML 1.1 booleans, octals) and the digest needs big integers whole.
 */
export type MapValue = { kind: "map"; at: number; fields: Map<string, Value> };
export type ListValue = { kind: "list"; at: number; items: Value[] };
export type ScalarValue = {
  kind: "scalar";
  at: number;
  end: number;
  text: string;
  /** Written without quotes, so that it may be a number, a boolean or nothing. */
  plain: boolean;
};
export type Value = MapValue | ListValue | ScalarValue;

/** One document of a file: its number counted from 0, and its value, null when it is empty. */
export type FileDocument = { index: number; value: Value | null };

/** A file that was read. `lineAt` says the line (from 1) of an offset and is computed when first asked. */
export type ReadFile = {
  name: string;
  text: string;
  documents: FileDocument[];
  lineAt: (offset: number) => number;
};
