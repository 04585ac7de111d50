import { gzipSync } from "node:zlib";
import type { InputFile } from "@/lib/authority/schema";
import { BLOCK } from "@/lib/authority/server/archive/tar-header";

/** A tar archive in gzip (POSIX ustar; a pax header where a name needs one). All entries are of one moment. */
export function pack(files: readonly InputFile[], at: Date): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { name, bytes } of files) {
    if (Buffer.byteLength(name) > 100 || /[^ -~]/.test(name)) {
      const record = paxRecord("path", name);
      parts.push(header("././@PaxHeader", record.length, "x", at), ...filled(record));
    }
    parts.push(header(name, bytes.length, "0", at), ...filled(bytes));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return gzipSync(Buffer.concat(parts));
}

/** @returns the content and what fills it up to a block */
function filled(bytes: Uint8Array): Uint8Array[] {
  return [bytes, new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
}

/** `LENGTH KEY=VALUE\n`, the length counting itself. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (rest + String(length).length !== length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

/** One header block; exported for tests that make archives of other kinds. */
export function header(name: string, size: number, type: string, at: Date, link = ""): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, offset: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, "0")}\0`, offset, "latin1");
  block.write(Buffer.from(name).subarray(0, 100).toString("latin1"), 0, "latin1");
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(at.getTime() / 1000), 136, 12);
  block.write("        ", 148, "latin1");
  block.write(type, 156, "latin1");
  block.write(link, 157, "latin1");
  block.write("ustar\0" + "00", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}
