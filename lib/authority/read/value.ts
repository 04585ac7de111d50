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

/**
 * One document of a file: its number counted from 0, its value, null when it is empty, and the text it was
 * read from, which it may share with others.
 */
export type FileDocument = { index: number; value: Value | null; from: number; to: number };

/** How a text that is neither YAML nor JSON is stored: what of it is left out, and what keeps the rest readable. */
export type Writing = {
  /** Comments, redirections and whatever else between the values of a document is not read. */
  hidden: { from: number; to: number }[];
  /** Stands for a line end that a document no longer needs, and does not end it. */
  lineEnd: string;
  /** Keeps two documents apart once what stood between them is left out. */
  between: string;
};

/** A file that was read. `lineAt` says the line (from 1) of an offset and is computed when first asked. */
export type ReadFile = {
  name: string;
  text: string;
  documents: FileDocument[];
  /** The documents that could not be read; their values are null. */
  broken: FileDocument[];
  /** Values that a later key of the same name replaced: nobody sees them, and the text still holds them. */
  shadowed: Value[];
  /** Whether the text was read as JSON, which has no comments. */
  isJson: boolean;
  lineAt: (offset: number) => number;
  /** Set where the text is neither YAML nor JSON. */
  writing?: Writing;
};
