import { sha256 } from "@/lib/kernel/digest";
import { canonicalConfiguration } from "./digest";
import { canonicalObjects } from "./kubernetes/canonical";
import { deriveKubernetes } from "./kubernetes/derive-kubernetes";
import { effectiveObjects, flattenObjects, type KubeObject } from "./kubernetes/objects";
import { LIMITS } from "./limits";
import { Notes } from "./notes";
import { At, type DocumentPlace } from "./read/cursor";
import { readFile } from "./read/read-file";
import { knownElsewhere, recognise } from "./recognise";
import type { DeriveInput, DeriveResult, Format } from "./schema";
import { redactionsOf } from "./secrets/document-secrets";
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
  const format = formatOf(documents);
  const objects = effectiveObjects(objectsOf(documents, notes), notes);
  const { rows, workloads } = deriveKubernetes(objects, notes, (done, all) =>
    onProgress?.(0.8 + (0.2 * done) / all),
  );
  const canonical = canonicalConfiguration(
    // Documents of other formats are not stored, so that only what is derived may have a say.
    objects.length === 0 ? "unknown" : format,
    canonicalObjects(objects, redactionsOf),
  );
  const derived = makeStorable({ workloads, capabilities: rows.list, bounds: rows.bounds });
  return {
    canonical,
    read: objects.length > 0,
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

const NOT_READ: Record<string, string> = {
  "docker-inspect": "docker inspect",
  compose: "Compose",
  oci: "an OCI runtime configuration",
  polyaxon: "Polyaxon",
  mcp: "an MCP server configuration",
};

/** Whether a format is asked for that is not read: then nothing is, rather than taking the text for another. */
function refusedFormat({ format = "auto" }: DeriveInput, notes: Notes): boolean {
  if (format === "auto" || format === "kubernetes") return false;
  notes.add(
    "error",
    "format-not-supported",
    `the format ${format} is not read yet; nothing was derived. kubernetes is the one that is`,
  );
  return true;
}

/** What the documents are by their content, whatever was asked for: an asked format never renames them. */
function formatOf(documents: At[]): Format {
  const formats = new Set(documents.map(recognise));
  if (formats.has("kubernetes")) return "kubernetes";
  return [...formats].find((format) => format !== "unknown") ?? "unknown";
}

function objectsOf(documents: At[], notes: Notes): KubeObject[] {
  const objects: KubeObject[] = [];
  for (const root of documents) {
    const format = recognise(root);
    if (format === "kubernetes") {
      const found = flattenObjects(root);
      if (found.length === 0) notes.add("warning", "empty", "the list holds no object", root);
      // Not objects.push(...found): a list may hold more items than a call takes arguments.
      for (const object of found) objects.push(object);
    } else if (format !== "unknown") {
      notes.add(
        "error",
        "format-not-supported",
        `this is ${NOT_READ[format]}, a format that is recognised but not read yet; nothing of it was derived`,
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
  return objects;
}
