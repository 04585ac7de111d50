import { canonicalDocument } from "@/lib/authority/digest";
import { isUnfilled } from "@/lib/authority/inner/host-mount";
import { programOf, wordOf } from "@/lib/authority/inner/words";
import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Value } from "@/lib/authority/read/value";
import type { FormatReader } from "@/lib/authority/reader";
import { Rows } from "@/lib/authority/rows";
import type { Workload } from "@/lib/authority/schema";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { areNsjailFields, fieldName, NSJAIL_REPEATED } from "./fields";
import { fieldOf, textIn, valuesOf } from "./jail";
import { nsjailRedactions } from "./redactions";
import { addJailRows } from "./rows";

/** Whether a map is an nsjail configuration, in JSON or in the text format. */
export const isNsjail = (root: At): boolean =>
  areNsjailFields(
    root.entries().map(([name]) => name),
    isMount(valuesOf(root, "mount")[0]) ? 1 : 0,
  );

const isMount = (at: At | undefined): boolean => at?.has("dst") === true;

/** Configurations of nsjail: each is one workload. */
export const NSJAIL: FormatReader = {
  format: "nsjail",
  read(roots, notes, onWorkload) {
    const rows = new Rows("nsjail");
    const workloads = new Map<string, Workload>();
    for (const [done, root] of roots.entries()) {
      const name = nameOf(root);
      const ref = `nsjail ${name}`;
      if (workloads.has(ref))
        notes.add(
          "warning",
          "same-name",
          `two configurations are called ${name}; what either grants is granted`,
          root,
        );
      noteJail(root, ref, notes);
      workloads.set(ref, { ref, containers: [{ name, role: "main" }] });
      rows.of(ref);
      addJailRows(root, name, rows);
      onWorkload(done + 1, roots.length);
    }
    rows.finish((ref) => ref);
    const canonical = roots.map(({ value }) =>
      canonicalDocument(
        inOneSpelling(value!),
        nsjailRedactions(value!),
        (path, key) => path.length === 0 && key === "description",
      ),
    );
    return { rows, workloads: [...workloads.values()], canonical: canonical.sort() };
  },
  redactions: nsjailRedactions,
};

/** Its name, else its host name, else the program that it runs. */
function nameOf(root: At): string {
  const named = textIn(root, "name") || textIn(root, "hostname");
  const program = textIn(fieldOf(root, "exec_bin"), "path");
  return named ? redactShapes(named) : program ? programOf(program) : "NSJAIL";
}

function noteJail(root: At, ref: string, notes: Notes): void {
  const program = fieldOf(root, "exec_bin");
  if (!program.exists)
    notes.add("info", "no-command", `${ref}: the program that runs inside is not in the configuration`, root);
  if (isUnfilled(ref))
    notes.add(
      "warning",
      "unresolved",
      `${ref}: the name holds a placeholder that nothing has filled in`,
      root,
    );
  for (const at of valuesOf(root, "pass_fd"))
    if (!/^[012]$/.test(wordOf(at)))
      notes.add(
        "warning",
        "pass-fd",
        `${ref}: an open file is handed inside, and what it reaches is not written here`,
        at,
      );
}

/** The names of fields as in config.proto and repeated fields as lists, so that JSON and text have one digest. */
function inOneSpelling(value: Value): Value {
  if (value.kind === "scalar") return value;
  if (value.kind === "list") return { ...value, items: value.items.map(inOneSpelling) };
  const fields = new Map<string, Value>();
  for (const [key, child] of value.fields) {
    const name = fieldName(key);
    const made = inOneSpelling(child);
    const isOne = NSJAIL_REPEATED.has(name) && made.kind !== "list";
    fields.set(name, isOne ? { kind: "list", at: made.at, items: [made] } : made);
  }
  return { ...value, fields };
}
