import type { Note } from "@/lib/authority/schema";
import type { Intake } from "./intake";
import { ArchiveRefusal, damaged } from "./refusal";
import { BLOCK, decoded, readTarHeader } from "./tar-header";

/** Entries that are no files, and how they are called. */
const REFUSED: Record<string, string> = {
  "1": "is a hard link, which is not followed",
  "2": "is a symbolic link, which is not followed",
  "3": "is a device",
  "4": "is a device",
  "6": "is a named pipe",
  S: "is a sparse file, which is not read",
  M: "is continued from another volume",
};

/** The most that a name written as an entry of its own may take. */
const MOST_EXTENDED = 1024 * 1024;

/**
 * Reads a tar archive that is unpacked in memory: ustar, pax and GNU's long names.
 * @throws ArchiveRefusal for links, devices, bad names, and an archive that is cut off
 */
export function readTar(bytes: Uint8Array, intake: Intake): Note[] {
  const { archive } = intake;
  let at = 0;
  let more: { name?: string; size?: number } = {};
  while (true) {
    if (at + BLOCK > bytes.length) throw damaged(archive, "is cut off: it has no end mark");
    const block = bytes.subarray(at, at + BLOCK);
    at += BLOCK;
    if (isZero(block)) break;
    const header = readTarHeader(archive, block);
    const isExtended = /^[xgLK]$/.test(header.type);
    const size = isExtended ? header.size : (more.size ?? header.size);
    if (size > bytes.length - at)
      throw damaged(archive, `is cut off inside ${isExtended ? "a header" : (more.name ?? header.name)}`);
    const content = bytes.subarray(at, at + size);
    at += Math.ceil(size / BLOCK) * BLOCK;
    if (isExtended) {
      if (size > MOST_EXTENDED) throw damaged(archive, "has a header of more than 1 MiB");
      more = { ...more, ...extended(archive, header.type, content) };
      continue;
    }
    takeEntry(intake, more.name ?? header.name, header.type, content);
    more = {};
  }
  return isZero(bytes.subarray(at)) ? [] : [trailing(archive)];
}

function isZero(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0) return false;
  return true;
}

function takeEntry(intake: Intake, name: string, type: string, content: Uint8Array): void {
  if (type === "V") return;
  if (type === "5" || (type === "0" && name.endsWith("/"))) {
    intake.passOver(name);
    return;
  }
  if (type !== "0" && type !== "7")
    throw intake.refuse("archive-entry-kind", name, REFUSED[type] ?? "is of a kind that is not known");
  const known = intake.nameOf(name);
  if (known !== null) intake.take(known, content);
}

/** What an entry says of the one behind it: pax records, or a long name of GNU tar. */
function extended(archive: string, type: string, content: Uint8Array): { name?: string; size?: number } {
  if (type === "K") return {};
  if (type === "L") return { name: decoded(archive, content).replace(/\0.*$/s, "") };
  const records = paxRecords(archive, content);
  if ([...records.keys()].some((key) => key.startsWith("GNU.sparse.")))
    throw new ArchiveRefusal(
      "archive-entry-kind",
      `${archive}: the archive holds a sparse file, which is not read; nothing was read.`,
    );
  // What is said of every entry to come would be a name or a size for all of them.
  if (type === "g") return {};
  const [name, size] = [records.get("path"), records.get("size")];
  if (size !== undefined && !/^\d{1,15}$/.test(size)) throw damaged(archive, "has a header without a size");
  return { ...(name !== undefined && { name }), ...(size !== undefined && { size: Number(size) }) };
}

/** Records of the form `LENGTH KEY=VALUE\n`; the length counts all of it. */
function paxRecords(archive: string, content: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const blank = content.indexOf(0x20, at);
    const length = blank < 0 ? Number.NaN : Number(decoded(archive, content.subarray(at, blank)));
    const record = content.subarray(blank + 1, at + length);
    if (!(length > blank - at + 2) || at + length > content.length || record.at(-1) !== 0x0a)
      throw damaged(archive, "has a header that cannot be read");
    const text = decoded(archive, record.subarray(0, -1));
    const equals = text.indexOf("=");
    if (equals < 0) throw damaged(archive, "has a header that cannot be read");
    records.set(text.slice(0, equals), text.slice(equals + 1));
    at += length;
  }
  return records;
}

const trailing = (archive: string): Note => ({
  level: "warning",
  code: "archive-trailing",
  message: `${archive}: something stands behind the archive's end mark; it was not read.`,
});
