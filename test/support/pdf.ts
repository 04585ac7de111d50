import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePdf } from "@/lib/platform/pdf/make-pdf";
import { reportData } from "@/lib/report/server/report-data";
import { reportTemplate } from "@/lib/report/server/report-template";
import type { ReportSource } from "@/lib/report/source";

/** A word on a page and where it stands, in points from the upper left corner. */
export type PlacedWord = { page: number; text: string; x0: number; y0: number; x1: number; y1: number };

/** A PDF as poppler reads it. */
export type ReadPdf = {
  pages: number;
  info: string;
  /** The text of one page, or of all. */
  text(page?: number): string;
  fonts(): { name: string; isEmbedded: boolean; hasUnicode: boolean }[];
  /** The document's structure tree, one element a line. */
  structure(): string;
  /** The same with its texts, which takes poppler a second for each few pages. */
  structureText(): string;
  words(): PlacedWord[];
  /** How dark each page is on average, from 0 (black) to 1 (white). */
  whiteness(): number[];
  bytes: Buffer;
  forget(): void;
};

function poppler(program: string, args: string[]): string {
  try {
    return execFileSync(program, args, {
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error(
      `These tests read PDFs with poppler, and ${program} is not here. Install poppler-utils (apt-get install poppler-utils, or brew install poppler).`,
    );
  }
}

/** Sets a source in type as the server does, and reads what came of it. */
export async function readReport(source: ReportSource): Promise<ReadPdf> {
  const made = await makePdf(reportTemplate(), async () => reportData({ live: source }));
  const bytes = Buffer.alloc(made.bytes);
  await made.file.read(bytes, 0, made.bytes, 0);
  await made.file.close();
  return readPdf(bytes);
}

/** Reads a PDF with poppler's programs. */
export function readPdf(bytes: Buffer): ReadPdf {
  const directory = mkdtempSync(join(tmpdir(), "cordon-pdf-"));
  const path = join(directory, "report.pdf");
  writeFileSync(path, bytes);
  const info = poppler("pdfinfo", [path]);
  return {
    bytes,
    info,
    pages: Number(/^Pages:\s+(\d+)/m.exec(info)?.[1]),
    text: (page) =>
      poppler("pdftotext", [...(page ? ["-f", String(page), "-l", String(page)] : []), "-layout", path, "-"]),
    fonts: () =>
      poppler("pdffonts", [path])
        .split("\n")
        .slice(2)
        .filter((line) => line.trim() !== "")
        .map((line) => {
          const [name, ...rest] = line.trim().split(/\s+/);
          // … emb sub uni object-number generation
          const [isEmbedded, , hasUnicode] = rest.slice(-5);
          return { name: name!, isEmbedded: isEmbedded === "yes", hasUnicode: hasUnicode === "yes" };
        }),
    structure: () => poppler("pdfinfo", ["-struct", path]),
    structureText: () => poppler("pdfinfo", ["-struct-text", path]),
    words: () => wordsOf(poppler("pdftotext", ["-bbox", path, "-"])),
    whiteness: () => {
      poppler("pdftoppm", ["-r", "18", "-gray", path, join(directory, "page")]);
      return pageImages(directory).map(averageOf);
    },
    forget: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function wordsOf(xml: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  let page = 0;
  for (const line of xml.split("\n")) {
    if (line.includes("<page ")) page += 1;
    const match = /xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*)<\/word>/.exec(line);
    if (!match) continue;
    const [x0, y0, x1, y1] = match.slice(1, 5).map(Number) as [number, number, number, number];
    words.push({ page, text: match[5]!, x0, y0, x1, y1 });
  }
  return words;
}

const pageImages = (directory: string): string[] =>
  execFileSync("ls", [directory], { encoding: "utf8" })
    .split("\n")
    .filter((name) => name.endsWith(".pgm"))
    .sort()
    .map((name) => join(directory, name));

/** The average of a PGM image's bytes, whose header is three short lines. */
function averageOf(path: string): number {
  const image = readFileSync(path);
  let at = 0;
  for (let lines = 0; lines < 3; at++) if (image[at] === 10) lines += 1;
  let sum = 0;
  for (let place = at; place < image.length; place++) sum += image[place]!;
  return sum / (image.length - at) / 255;
}
