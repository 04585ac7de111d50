import { isSettings } from "@/lib/authority/read/settings";
import type { FormatReader } from "@/lib/authority/reader";
import { Rows } from "@/lib/authority/rows";
import { canonicalCompose } from "./canonical";
import { deriveCompose } from "./derive-compose";
import { redactionsOf } from "./redactions";

/** Compose files, and the settings that fill in their variables. */
export const COMPOSE: FormatReader = {
  format: "compose",
  read(roots, notes, onWorkload) {
    const rows = new Rows("compose");
    const workloads = deriveCompose(roots, rows, notes, onWorkload);
    rows.finish((ref) => ref);
    const onlySettings = roots.every(({ value }) => isSettings(value));
    return { rows, workloads, canonical: onlySettings ? [] : canonicalCompose(roots) };
  },
  redactions: redactionsOf,
};
