import zlib from "node:zlib";
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from "yauzl";
import { LIMITS } from "@/lib/authority/limits";
import type { Intake } from "./intake";
import { ArchiveRefusal, damaged } from "./refusal";

const MIB = 1024 * 1024;

/**
 * Reads a zip archive in memory. Sizes in its directory are never trusted: bytes are counted as they come out.
 * @throws ArchiveRefusal for links, encrypted entries, other compressions, bad names, and damage
 */
export async function readZip(bytes: Uint8Array, intake: Intake): Promise<void> {
  const { archive } = intake;
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      decodeStrings: false,
      validateEntrySizes: false,
    });
    for await (const entry of zip.eachEntry()) await takeEntry(zip, entry, intake);
  } catch (error) {
    if (error instanceof ArchiveRefusal) throw error;
    const { message } = error as Error;
    if (/encryption/.test(message)) {
      const sentence = `${archive}: an entry is encrypted, and Cordon asks for no password; nothing was read.`;
      throw new ArchiveRefusal("archive-encrypted", sentence);
    }
    throw damaged(archive, `is cut off or damaged (${message.slice(0, 120)})`);
  }
}

async function takeEntry(zip: ZipFile, entry: Entry, intake: Intake): Promise<void> {
  const flags = entry.generalPurposeBitFlag;
  const raw = getFileNameLowLevel(flags, entry.fileNameRaw, entry.extraFields, false);
  if (raw.endsWith("/")) {
    intake.passOver(raw);
    return;
  }
  const kind = kindOf(entry);
  if (kind !== null) throw intake.refuse("archive-entry-kind", raw, kind);
  const name = intake.nameOf(raw);
  if (name === null) return;
  if (entry.isEncrypted())
    throw intake.refuse("archive-encrypted", raw, "is encrypted, and Cordon asks for no password");
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    const method = `is compressed by a method that is not read (number ${entry.compressionMethod})`;
    throw intake.refuse("archive-compression", raw, method);
  }
  const content = await contentOf(zip, entry, raw, intake);
  intake.take(name, content);
}

/** Why an entry is no file, by the Unix mode that Unix programs leave with it; null for a file. */
function kindOf(entry: Entry): string | null {
  if (entry.versionMadeBy >> 8 !== 3) return null;
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind === 0o120000) return "is a symbolic link, which is not followed";
  return kind === 0 || kind === 0o100000 ? null : "is a device or a named pipe";
}

async function contentOf(zip: ZipFile, entry: Entry, raw: string, intake: Intake): Promise<Uint8Array> {
  const byRatio = Math.max(MIB, entry.compressedSize * LIMITS.archiveRatio);
  const broken = (error: unknown) =>
    intake.refuse(
      "archive-damaged",
      raw,
      `is cut off or damaged (${(error as Error).message.slice(0, 120)})`,
    );
  const stream = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw broken(error);
  });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      if (size > intake.most) throw intake.tooLarge(raw);
      if (size > byRatio) {
        const bomb = `unpacks to more than ${LIMITS.archiveRatio} times its size, as a bomb does`;
        throw intake.refuse("archive-ratio", raw, bomb);
      }
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    throw error instanceof ArchiveRefusal ? error : broken(error);
  } finally {
    stream.destroy();
  }
  const content = Buffer.concat(chunks);
  if (size !== entry.uncompressedSize) throw broken(new Error("its size is not what the archive says"));
  if (crcOf(content) !== entry.crc32) throw broken(new Error("its checksum is wrong"));
  return content;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crcByTable(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** CRC-32 as zip has it (ISO 3309). Node's own, which is faster, came with 20.15. */
export const crcOf: (bytes: Uint8Array) => number =
  (zlib as { crc32?: (bytes: Uint8Array) => number }).crc32 ?? crcByTable;
