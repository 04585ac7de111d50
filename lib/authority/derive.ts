import { sha256 } from "@/lib/kernel/digest";
import { canonicalConfiguration } from "./digest";
import { LIMITS } from "./limits";
import { Notes } from "./notes";
import { At, type DocumentPlace } from "./read/cursor";
import { readFile } from "./read/read-file";
import { isSettings } from "./read/settings";
import type { FormatReader } from "./reader";
import { readerOf, readFormats } from "./readers";
import { knownElsewhere, recognise } from "./recognise";
import { type DeriveInput, type DeriveResult, type Format, formatSchema } from "./schema";
import { makeStorable } from "./storable";
import { authorityDigestOf, tuplesOf } from "./tuples";

/** How far a derivation is: 0 to 1. Reading is most of it. */
export type DeriveProgress = (fraction: number) => void;

/**
 * Turns configuration text into what it grants. Pure and total: whatever the bytes are, it answers with
 * rows and notes and never throws. An `error` note means that something could not be understood.
 */
export function derive(input: DeriveInput, onProgress?: DeriveProgress): DeriveResult {
  return deriveWithCanonical(input, onProgress).result;
}

/** The same, with the text that `digest` is the SHA-256 of (`--canonical`), and whether anything was read at all. */
export function deriveWithCanonical(
  input: DeriveInput,
  onProgress?: DeriveProgress,
): { result: DeriveResult; canonical: string; read: boolean } {
  const notes = new Notes();
  const refused = refusedFormat(input, notes);
  const documents = refused ? [] : readDocuments(input, notes, onProgress);
  const byFormat = documentsByFormat(documents, notes, input.format ?? "auto");
  // In one order, so that the order of files changes nothing where one input is written in several formats.
  const sorted = [...byFormat].sort(([a], [b]) => placeOf(a.format) - placeOf(b.format));
  const readings = sorted.map(([reader, roots]) =>
    reader.read(roots, notes, (done, all) => onProgress?.(0.8 + (0.2 * done) / all)),
  );
  const parts = readings.flatMap(({ canonical }) => canonical);
  const format = formatOf(documents);
  // Documents that are not read are not stored, so that only what is derived may have a say.
  const canonical = canonicalConfiguration(parts.length === 0 ? "unknown" : format, parts);
  const derived = makeStorable({
    workloads: readings.flatMap(({ workloads }) => workloads),
    capabilities: joined(readings.map(({ rows }) => rows.list)),
    bounds: joined(readings.map(({ rows }) => rows.bounds)),
  });
  if (readings.length === 0) noteNothing(notes);
  return {
    canonical,
    read: parts.length > 0,
    result: {
      path: input.path,
      format,
      digest: sha256(canonical),
      authorityDigest: authorityDigestOf(tuplesOf(derived)),
      ...derived,
      notes: makeStorable(notes.finish()),
    },
  };
}

/** One list as it is, several one after the other. */
const joined = <T>(lists: T[][]): T[] => (lists.length === 1 ? lists[0]! : lists.flat());

const noteNothing = (notes: Notes): void =>
  notes.add(
    "warning",
    "no-workload",
    "the input holds no workload, so only what stands on its own yields a row",
  );

/** Reads every file in the order of their names. One file past a bound, and nothing of the input is derived. */
function readDocuments(input: DeriveInput, notes: Notes, onProgress?: DeriveProgress): At[] {
  const bytes = input.files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > LIMITS.inputBytes) {
    notes.add("error", "too-large", "the files together are larger than 100 MiB; give them in parts");
    return [];
  }
  if (input.files.length === 0) notes.add("error", "empty", "there is no file to read");
  const files = [...input.files].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const roots: At[] = [];
  let refused = false;
  let before = 0;
  for (const file of files) {
    const share = file.bytes.length / Math.max(1, bytes);
    const start = before;
    const reading = readFile(
      file,
      onProgress && ((fraction) => onProgress(0.8 * (start + share * fraction))),
      input.format,
    );
    before += share;
    notes.list.push(...reading.notes);
    refused ||= reading.refused;
    for (const { index, value } of reading.file.documents) {
      const place: DocumentPlace = {
        file: reading.file,
        index,
        note: (level, code, message, at) => notes.add(level, code, message, at),
      };
      const root = new At(place, value);
      if (root.exists) roots.push(root);
    }
  }
  return refused ? [] : roots;
}

const CALLED: Record<Exclude<Format, "unknown">, string> = {
  kubernetes: "Kubernetes",
  "docker-inspect": "docker inspect",
  compose: "Compose",
  oci: "an OCI runtime configuration",
  polyaxon: "Polyaxon",
  bwrap: "bubblewrap",
  nsjail: "nsjail",
  mcp: "an MCP server configuration",
};

/** Whether a format is asked for that is not read: then nothing is, rather than taking the text for another. */
function refusedFormat({ format = "auto" }: DeriveInput, notes: Notes): boolean {
  if (format === "auto" || readerOf(format)) return false;
  notes.add(
    "error",
    "format-not-supported",
    `the format ${format} is not read yet; nothing was derived. These are: ${readFormats()}`,
  );
  return true;
}

/** Formats in the order of their list: what runs a layer stands before the layer, `unknown` last. */
const placeOf = (format: Format): number => formatSchema.options.indexOf(format);

/** What the documents are by their content, whatever was asked for: an asked format never renames them. */
function formatOf(documents: At[]): Format {
  const own = documents.filter(({ value }) => !isSettings(value));
  const formats = new Set((own.length > 0 ? own : documents).map(recognise));
  if (formats.has("kubernetes")) return "kubernetes";
  return [...formats].sort((a, b) => placeOf(a) - placeOf(b))[0] ?? "unknown";
}

/** The documents that are read, by how they are; what cannot be read, or is not what was asked for, is noted. */
function documentsByFormat(documents: At[], notes: Notes, asked: Format | "auto"): Map<FormatReader, At[]> {
  const found = new Map<FormatReader, At[]>();
  for (const root of documents) {
    const format = recognise(root);
    const reader = readerOf(format);
    if (asked !== "auto" && asked !== "unknown" && format !== "unknown" && format !== asked) {
      notes.add(
        "error",
        "format-mismatch",
        `this is ${CALLED[format]} and was to be read as ${CALLED[asked]}; nothing of it was derived`,
        root,
      );
    } else if (reader) {
      const roots = found.get(reader);
      if (roots) roots.push(root);
      else found.set(reader, [root]);
    } else if (format !== "unknown") {
      notes.add(
        "error",
        "format-not-supported",
        `this is ${CALLED[format]}, a format that is recognised but not read yet; nothing of it was derived`,
        root,
      );
    } else {
      const elsewhere = knownElsewhere(root);
      const what = elsewhere
        ? `this is ${elsewhere}, not a configuration`
        : "this document is none of the formats that are read: a Kubernetes object has apiVersion and kind";
      notes.add("error", "format-unknown", `${what}; nothing of it was derived`, root);
    }
  }
  return found;
}
