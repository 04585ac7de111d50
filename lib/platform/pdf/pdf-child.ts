import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { NodeCompiler, NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";
import { type Coverage, coverageOf } from "./font-coverage";
import type { FromPdfChild, PdfContent, PdfData, PdfTemplate } from "./pdf-protocol";
import { printableValue } from "./printable-text";

/** The document's file, opened by the parent. */
const OUT = 3;

const say = (message: FromPdfChild): void => {
  process.send?.(message);
};

/** The entry of the child process: makes ready, reads its data, sets them in type, writes the PDF, and ends. */
async function serve(): Promise<void> {
  const template = JSON.parse(process.argv[2]!) as PdfTemplate;
  // Only this process ever loads it, and does so while the data are still on their way.
  const { NodeCompiler } = createRequire(import.meta.url)(
    "@myriaddreamin/typst-ts-node-compiler",
  ) as typeof import("@myriaddreamin/typst-ts-node-compiler");
  const compiler = NodeCompiler.create({
    workspace: template.workspace,
    fontArgs: [{ fontPaths: template.fonts }],
  });
  const covers = coverageOf(template.fonts);
  const data = JSON.parse(await textOf(process.stdin)) as PdfData;
  say({ type: "setting" });
  const { pdf, pages } = setInType(compiler, template.main, await contentOf(data), covers);
  say({ type: "writing", pages });
  for (let at = 0; at < pdf.length; ) at += writeSync(OUT, pdf, at);
  say({ type: "done", pages, bytes: pdf.length });
}

async function contentOf(data: PdfData): Promise<PdfContent> {
  if ("content" in data) return data.content;
  const made = (await import(pathToFileURL(data.module).href)) as { contentOf(from: unknown): PdfContent };
  return made.contentOf(data.from);
}

/**
 * PDF/UA-1 forbids a character without a glyph. Should a text need one all the same (a mark on a
 * letter of another script), it is set again without marks, and at the very last without the standard.
 */
function setInType(
  compiler: NodeCompiler,
  main: string,
  content: PdfContent,
  covers: Coverage,
): { pdf: Buffer; pages: number } {
  let failed: unknown;
  for (const [withMarks, standard] of [
    [true, "ua-1"],
    [false, "ua-1"],
    [false, undefined],
  ] as const) {
    const document = compiled(compiler, main, inputsOf(content, covers, withMarks));
    // What laying out has kept is of no use any more, and writing needs the room.
    compiler.evictCache(0);
    try {
      const pdf = compiler.pdf(document, { pdfStandard: standard, creationTimestamp: content.createdAt });
      return { pdf, pages: document.numOfPages };
    } catch (error) {
      failed = error;
    }
  }
  throw failed;
}

const inputsOf = ({ inputs }: PdfContent, covers: Coverage, withMarks: boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      JSON.stringify(printableValue(value, covers, withMarks)),
    ]),
  );

function compiled(compiler: NodeCompiler, main: string, inputs: Record<string, string>): NodeTypstDocument {
  const result = compiler.compile({ mainFilePath: main, inputs });
  const document = result.result;
  if (document) return document;
  const error = result.takeError();
  const messages = error ? compiler.fetchDiagnostics(error) : [];
  throw new Error(messages.map((one) => JSON.stringify(one)).join("\n") || "The template gave no document.");
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

// A parent that is gone wants no document.
process.on("disconnect", () => process.exit());

serve()
  .catch((error: NodeJS.ErrnoException) => {
    const isFull = error.code === "ENOSPC" || error.code === "EDQUOT" || error.code === "EFBIG";
    say({ type: "failed", why: isFull ? "no-space" : "not-set", message: String(error.stack ?? error) });
  })
  .finally(() => process.disconnect?.());
