import { open, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { isConfigurationName, NOT_READ } from "@/lib/authority/file-names";
import { isLayerFile, mayBeLayerName } from "@/lib/authority/layer-file";
import { LIMITS } from "@/lib/authority/limits";
import type { InputFile, Note } from "@/lib/authority/schema";

/** The files of one PATH, and what is to be said of it. */
export type Found = { files: InputFile[]; notes: Note[] };

/**
 * The files of a path: a file, whatever its name; those of a directory that are configuration by their names, or
 * scripts and configurations of layers by their content;
 * standard input for `-`. Archives are given as they are.
 */
export async function filesOf(path: string, stdin: NodeJS.ReadableStream): Promise<Found> {
  const found: Found = { files: [], notes: [] };
  try {
    if (path === "-") found.files.push({ name: "-", bytes: await readStream(stdin) });
    else if ((await stat(path)).isDirectory()) await readFolder(path, "", found, 0);
    else found.files.push({ name: basename(path), bytes: await readBounded(path) });
    if (found.files.length === 0 && found.notes.every((note) => note.level !== "error")) {
      found.notes.push(
        errorNote("empty", `${path}: the directory holds no .yaml, .yml, .json or .env file.`),
      );
    }
  } catch (error) {
    found.notes.push(errorNote("unreadable", `${path}: ${reasonOf(error)}`));
  }
  return found;
}

const errorNote = (code: string, message: string): Note => ({ level: "error", code, message });

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "there is no such file or directory.";
  if (code === "EACCES" || code === "EPERM") return "there is no permission to read it.";
  return `it cannot be read (${code ?? "unknown reason"}).`;
}

/** Files of a folder and of the folders in it; links are not followed, and nothing is left out without a note. */
async function readFolder(root: string, below: string, found: Found, depth: number): Promise<void> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory() && depth < 20 && !entry.name.startsWith("."))
      await readFolder(root, name, found, depth + 1);
    else if (entry.isFile() && (isConfigurationName(entry.name) || mayBeLayerName(entry.name))) {
      try {
        const file = { name, bytes: await readBounded(join(root, name)) };
        if (isConfigurationName(entry.name) || isLayerFile(file)) found.files.push(file);
        else found.notes.push(skipped(name));
      } catch (error) {
        found.notes.push(errorNote("unreadable", `${name}: ${reasonOf(error)}`));
      }
    } else found.notes.push(skipped(name));
  }
}

const skipped = (name: string): Note => ({
  level: "info",
  code: "file-skipped",
  message: `${name}: ${NOT_READ}.`,
});

/** A file's bytes, at most one more than an archive may have, so that `derive` refuses what is larger. */
async function readBounded(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const most = LIMITS.inputBytes + 1;
    const buffer = Buffer.alloc(Math.min(size > 0 ? size : most, most));
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}

async function readStream(stream: NodeJS.ReadableStream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    chunks.push(bytes);
    length += bytes.length;
    if (length > LIMITS.inputBytes) break;
  }
  return Buffer.concat(chunks);
}
