/** What a child begins with, as its first argument in JSON, while the data are still being read. */
export type PdfTemplate = {
  /** The directory of the template, which can read nothing outside of it; its `fonts.conf` says where other fonts are. */
  workspace: string;
  /** The template's main file, by its whole path. */
  main: string;
  /** Directories with the fonts, in the order in which they are looked for. */
  fonts: string[];
};

/** What is set in type, as a child makes it of the data that it was given. */
export type PdfContent = {
  /** When the document says that it was made, in seconds since 1970; the same time gives the same bytes. */
  createdAt: number;
  /** Given to the template as JSON texts in `sys.inputs`; their strings are prepared for printing first. */
  inputs: Record<string, unknown>;
};

/**
 * What a child is given on its standard input, as one JSON text: the content itself, or what a module
 * of ours makes it of, where making it takes long. The module exports `contentOf`.
 */
export type PdfData = { content: PdfContent } | { module: string; from: unknown };

/** Why a child could not make a document. */
type PdfFailure = "no-space" | "not-set";

/** What a child says; the document itself goes to its file descriptor 3. */
export type FromPdfChild =
  | { type: "setting" }
  | { type: "writing"; pages: number }
  | { type: "done"; pages: number; bytes: number }
  | { type: "failed"; why: PdfFailure; message: string };
