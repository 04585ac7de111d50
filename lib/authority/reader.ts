import type { Notes } from "./notes";
import type { At } from "./read/cursor";
import type { Value } from "./read/value";
import type { Rows } from "./rows";
import type { Format, Workload } from "./schema";
import type { Redactions } from "./secrets/marks";

/** What the documents of one format in one input grant. */
export type Reading = {
  rows: Rows;
  workloads: Workload[];
  /** Each part of the configuration in canonical form, sorted: what `digest` is made of. */
  canonical: string[];
};

/** How one format is read. Everything in it is pure and total: what cannot be understood is a note. */
export type FormatReader = {
  format: Exclude<Format, "unknown">;
  /** @param onWorkload is told how many of all workloads are done */
  read(roots: At[], notes: Notes, onWorkload: (done: number, all: number) => void): Reading;
  /** Every literal secret of a document, and every text that may hold one, with what stands for it. */
  redactions(root: Value): Redactions;
};
