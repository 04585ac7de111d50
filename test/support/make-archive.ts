import { deflateRawSync } from "node:zlib";
import { crcOf } from "@/lib/authority/server/archive/read-zip";
import { header } from "@/lib/cli/capture/pack";

const AT = new Date("2026-11-30T12:00:00Z");

/** One entry of a tar archive as a test wants it, whatever a tar program would say. */
export type TarPart = { name: string; text?: string; type?: string; size?: number };

/** A tar archive, by default with its end mark. */
export function makeTar(parts: TarPart[], end = true): Buffer {
  const blocks = parts.flatMap(({ name, text = "", type = "0", size }) => {
    const content = Buffer.from(text);
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [header(name, size ?? content.length, type, AT), content, padding];
  });
  return Buffer.concat([...blocks, Buffer.alloc(end ? 1024 : 0)]);
}

/** One entry of a zip archive; what is left out is as it should be. */
export type ZipPart = {
  name: string;
  text?: string | Buffer;
  method?: number;
  flags?: number;
  /** The Unix mode, in the entry's external attributes. */
  mode?: number;
  /** What the directory says the entry's size and checksum are. */
  size?: number;
  crc?: number;
};

/** A zip archive (PKWARE APPNOTE 6.3.10, 4.3): local headers with their data, the directory, its end. */
export function makeZip(parts: ZipPart[]): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text = "", method = 8, flags = 0x800, mode = 0o100644, size, crc } of parts) {
    const plain = Buffer.from(text as string);
    const packed = method === 8 ? deflateRawSync(plain) : plain;
    const called = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc ?? crcOf(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? plain.length, 18);
    common.writeUInt16LE(called.length, 22);
    const head = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, called, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE((mode << 16) >>> 0, 6);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), common, entry, called);
    local.push(head);
    offset += head.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, listed, end]);
}
