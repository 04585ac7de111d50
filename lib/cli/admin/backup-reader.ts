import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { Refusal } from "../io";
import { BACKUP_VERSION, type BackupFooter, type BackupHeader, Checksum } from "./backup-format";

/** The lines of a gzipped file; throws what reading or unpacking throws. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const unpacked = file.pipe(createGunzip());
  file.on("error", (error) => unpacked.destroy(error));
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of unpacked) {
    const lines = (rest + decoder.write(chunk as Buffer)).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** A part of a backup as it is read: a table begins, or one of its rows. */
export type BackupPart = { table: string } | { row: string };

/**
 * Reads a backup: `header` is what it says of itself, and `parts` walks through it once, refusing a
 * file that was cut off or changed only at its end. Whoever writes what it yields checks it first.
 */
export async function openBackup(
  path: string,
): Promise<{ header: BackupHeader; parts: () => AsyncGenerator<BackupPart> }> {
  const header = await readHeader(path);
  return { header, parts: () => partsOf(path) };
}

async function readHeader(path: string): Promise<BackupHeader> {
  try {
    for await (const line of linesOf(path)) {
      const header = JSON.parse(line) as BackupHeader;
      if (header.format !== "cordon-backup") break;
      if (header.version > BACKUP_VERSION)
        throw new Refusal(`${path} was made by a newer version of Cordon; restore it with that version.`);
      return header;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new Refusal(`There is no file ${path}.`);
  }
  throw new Refusal(`${path} is no backup of Cordon.`);
}

async function* partsOf(path: string): AsyncGenerator<BackupPart> {
  const checksum = new Checksum();
  const counted: Record<string, number> = {};
  let table = "";
  let isFirst = true;
  try {
    for await (const line of linesOf(path)) {
      const value = JSON.parse(line) as string | { table: string } | BackupFooter;
      if (typeof value === "object" && "end" in value) {
        const isWhole = value.sha256 === checksum.end() && isSame(value.rows, counted);
        if (!isWhole) throw damaged(path);
        return;
      }
      checksum.add(line);
      if (isFirst) isFirst = false;
      else if (typeof value === "string") {
        counted[table] = (counted[table] ?? 0) + 1;
        yield { row: value };
      } else {
        table = value.table;
        counted[table] = 0;
        yield { table };
      }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || code?.startsWith("Z_")) throw damaged(path);
    throw error;
  }
  throw damaged(path);
}

const isSame = (one: Record<string, number>, other: Record<string, number>) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

const damaged = (path: string) => new Refusal(`${path} is damaged or cut off; nothing was restored.`);
