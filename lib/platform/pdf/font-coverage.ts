import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";

/** Which characters some fonts hold a glyph for. */
export type Coverage = (codePoint: number) => boolean;

/**
 * Reads the character maps of TrueType and OpenType fonts ("cmap", formats 4 and 12), and nothing
 * else of them: the largest font has ten megabytes, its map some two hundred kilobytes.
 *
 * @param directories each with its font files
 * @throws Error of the file system when a font is not there
 */
export function coverageOf(directories: readonly string[]): Coverage {
  const held = new Uint8Array(0x110000 / 8);
  for (const directory of directories) {
    for (const name of readdirSync(directory)) {
      if (/\.(ttf|otf)$/i.test(name)) addFont(join(directory, name), held);
    }
  }
  return (codePoint) => ((held[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0;
}

function addFont(path: string, held: Uint8Array): void {
  const file = openSync(path, "r");
  try {
    const read = (at: number, length: number) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, at);
      return bytes;
    };
    const tables = read(4, 2).readUInt16BE(0);
    const directory = read(12, tables * 16);
    for (let n = 0; n < tables; n++) {
      if (directory.toString("latin1", n * 16, n * 16 + 4) !== "cmap") continue;
      addMap(read(directory.readUInt32BE(n * 16 + 8), directory.readUInt32BE(n * 16 + 12)), held);
    }
  } finally {
    closeSync(file);
  }
}

function addMap(map: Buffer, held: Uint8Array): void {
  const subtables = map.readUInt16BE(2);
  for (let n = 0; n < subtables; n++) {
    const at = map.readUInt32BE(4 + n * 8 + 4);
    const format = map.readUInt16BE(at);
    if (format === 4) addSegments(map, at, held);
    if (format === 12) addGroups(map, at, held);
  }
}

const add = (held: Uint8Array, code: number): void => {
  held[code >> 3]! |= 1 << (code & 7);
};

/** OpenType specification, cmap format 4: segments of 16-bit codes, each by offset or by a table of glyphs. */
function addSegments(map: Buffer, at: number, held: Uint8Array): void {
  const count = map.readUInt16BE(at + 6) / 2;
  const [ends, starts, deltas, offsets] = [14, 16 + count * 2, 16 + count * 4, 16 + count * 6].map(
    (place) => at + place,
  ) as [number, number, number, number];
  for (let n = 0; n < count; n++) {
    const [start, end] = [map.readUInt16BE(starts + n * 2), map.readUInt16BE(ends + n * 2)];
    const delta = map.readUInt16BE(deltas + n * 2);
    const offset = map.readUInt16BE(offsets + n * 2);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const place = offsets + n * 2 + offset + (code - start) * 2;
      const raw = offset === 0 ? code : place + 2 <= map.length ? map.readUInt16BE(place) : 0;
      const glyph = offset !== 0 && raw === 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) add(held, code);
    }
  }
}

/** OpenType specification, cmap format 12: groups of codes with glyphs in a row. */
function addGroups(map: Buffer, at: number, held: Uint8Array): void {
  const count = map.readUInt32BE(at + 12);
  for (let n = 0; n < count; n++) {
    const group = at + 16 + n * 12;
    const last = Math.min(map.readUInt32BE(group + 4), 0x10ffff);
    for (let code = map.readUInt32BE(group); code <= last; code++) add(held, code);
  }
}
