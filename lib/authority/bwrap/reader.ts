import { isUnfilled } from "@/lib/authority/inner/host-mount";
import { programOf, wordOf } from "@/lib/authority/inner/words";
import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { FormatReader } from "@/lib/authority/reader";
import { Rows } from "@/lib/authority/rows";
import type { Workload } from "@/lib/authority/schema";
import { type BwrapCall, callOf } from "./call";
import { isBwrap, isTellingOption } from "./options";
import { bwrapRedactions, wordsOf } from "./redactions";
import { addBwrapRows } from "./rows";

/** Whether a list of words is a call of bwrap. */
export function isBwrapCall(root: At): boolean {
  const items = root.value?.kind === "list" ? root.value.items : [];
  if (items.length === 0 || items.some(({ kind }) => kind !== "scalar")) return false;
  const words = items.map((item) => (item.kind === "scalar" ? item.text : ""));
  const first = words.find((word) => !/^[A-Za-z_]\w*\+?=/.test(word)) ?? "";
  return (isBwrap(first) && words.length > 1) || words.some(isTellingOption);
}

/** Argument lists of bubblewrap: each list is one call, and one workload. */
export const BWRAP: FormatReader = {
  format: "bwrap",
  read(roots, notes, onWorkload) {
    const rows = new Rows("bwrap");
    const workloads = new Map<string, Workload>();
    for (const [done, root] of roots.entries()) {
      const items = root.items();
      const call = callOf(wordsOf(root.value!));
      const name = nameOf(items, call);
      const ref = `bwrap ${name}`;
      noteCall(root, items, call, ref, notes);
      if (workloads.has(ref))
        notes.add("warning", "same-name", `two calls run ${name}; what either grants is granted to it`, root);
      workloads.set(ref, { ref, containers: [{ name, role: "main" }] });
      rows.of(ref);
      addBwrapRows(root, items, call, name, rows);
      onWorkload(done + 1, roots.length);
    }
    rows.finish((ref) => ref);
    return { rows, workloads: [...workloads.values()], canonical: roots.map(canonicalCall).sort() };
  },
  redactions: bwrapRedactions,
};

/** The command's program; a call that names none is called by what it is. */
function nameOf(items: At[], { command }: BwrapCall): string {
  const program = wordOf(items[command[0] ?? -1]);
  return program === "" ? "command" : programOf(program);
}

function noteCall(root: At, items: At[], call: BwrapCall, ref: string, notes: Notes): void {
  for (const place of call.elsewhere)
    notes.add(
      "warning",
      "unresolved",
      `${ref}: options come from elsewhere here and are not in the text, so what it grants by silence cannot be told`,
      items[place],
    );
  for (const place of call.unknown)
    notes.add("warning", "unknown-option", `${ref}: this is no option of bwrap that is known`, items[place]);
  const program = wordOf(items[call.command[0] ?? -1]);
  if (program === "")
    notes.add("info", "no-command", `${ref}: the command that runs inside is not in the text`, root);
  else if (isUnfilled(program))
    notes.add(
      "warning",
      "unresolved",
      `${ref}: the command that runs inside is filled in elsewhere`,
      items[call.command[0]!],
    );
  else if (isBwrap(program))
    notes.add(
      "warning",
      "nested-call",
      `${ref}: the command is bwrap again; that call is not read`,
      items[call.command[0]!],
    );
  if (call.options.some(({ name }) => name === "--unshare-all" || name.endsWith("-try")))
    notes.add(
      "info",
      "if-possible",
      `${ref}: a namespace of users or control groups is made only if the kernel allows it, and passed over in silence if not`,
      root,
    );
  for (const { name, at } of call.options)
    if (/^--(?:file|bind-data|ro-bind-data)$/.test(name))
      notes.add(
        "info",
        "content-not-read",
        `${ref}: a file's content comes from an open file and is not in the text`,
        items[at],
      );
}

/** The words of a call with their secrets replaced, in their order, which decides what they mean. */
function canonicalCall(root: At): string {
  const redactions = bwrapRedactions(root.value!);
  const words = wordsOf(root.value!).map((word) => (redactions.get(word) ?? word.text).toWellFormed());
  return JSON.stringify({ call: words });
}
