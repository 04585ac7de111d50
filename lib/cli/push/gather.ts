import { basename, resolve } from "node:path";
import { RECORD_FILE } from "@/lib/authority/capture-record";
import { derive } from "@/lib/authority/derive";
import { redactText } from "@/lib/authority/redact";
import type { InputFile, Note } from "@/lib/authority/schema";
import { unpack } from "@/lib/authority/server/archive/unpack";
import { pack } from "../capture/pack";
import { filesOf } from "../input-files";

/** What is sent: one archive of redacted files, and what was remarked on the way. `archive` is null when it cannot be. */
export type Gathered = { archive: Uint8Array | null; files: number; replaced: number; notes: Note[] };

/**
 * Reads paths as one system, as `derive` reads one: directories, archives, files, standard input. Literal secrets
 * are replaced here already, so that none is sent; the digests stay what they are.
 */
export async function gather(paths: readonly string[], stdin: NodeJS.ReadableStream): Promise<Gathered> {
  const given: InputFile[] = [];
  const notes: Note[] = [];
  for (const path of paths) {
    const found = await filesOf(path, stdin);
    notes.push(...found.notes);
    // A folder's files keep apart from those of another.
    const folder = paths.length > 1 && found.files.some(({ name }) => name !== basename(path));
    for (const { name, bytes } of found.files)
      given.push({ name: folder && path !== "-" ? `${basename(resolve(path))}/${name}` : name, bytes });
  }
  const { files, notes: more, record, refused } = await unpack(given);
  notes.push(...more);
  // What cannot be read is blank in what is sent, so that only here it can be said.
  if (!refused && files.length > 0) notes.push(...derive({ path: "push", files }).notes);
  if (refused || notes.some(({ level }) => level === "error"))
    return { archive: null, files: 0, replaced: 0, notes };
  let replaced = 0;
  const redacted = files.map(({ name, bytes }) => {
    const result = redactText(name, new TextDecoder().decode(bytes));
    replaced += result.replaced;
    return { name: name === "-" ? "standard-input.yaml" : name, bytes: Buffer.from(result.text) };
  });
  const sent = record ? [{ name: recordName(record.name), bytes: record.bytes }, ...redacted] : redacted;
  return { archive: pack(sent, new Date(0)), files: redacted.length, replaced, notes };
}

/** A record is found by its last name, so that it keeps its folder. */
const recordName = (name: string): string => (name.endsWith(RECORD_FILE) ? name : RECORD_FILE);
