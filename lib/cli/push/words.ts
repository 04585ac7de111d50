import type { Note } from "@/lib/authority/schema";
import { againstWords, type Preview, type PreviewRow } from "@/lib/review/authority/preview";

/** Texts of a configuration are shown without control characters, which a terminal would obey. */
export const plain = (text: string): string => text.replace(/\p{C}/gu, "\u{fffd}");

const CHANGES = [
  ["wider", "Wider"],
  ["new", "New"],
  ["narrower", "Narrower"],
  ["gone", "Gone"],
] as const;

/** Whether a preview grants more than what is attached, or than what is in force. */
export function isWider({ against, counts, bounds, signed }: Preview): boolean {
  const thanAttached = against !== null && counts.wider + counts.new + bounds.wider.length > 0;
  return thanAttached || signed?.ends === true;
}

/** What a preview says, for people: the difference first, then what is undecided, then what was remarked. */
export function wordsOf(preview: Preview): string {
  const { against, environment, counts, rows, bounds, signed } = preview;
  const lines = [
    against
      ? `${environment}. ${againstWords(against, preview)}`
      : `${environment}. Nothing is attached for it yet: ${preview.capabilities} capabilities.`,
  ];
  if (against) {
    for (const [change, title] of CHANGES) {
      const found = rows[change];
      if (found.length > 0) lines.push("", `${title} (${counts[change]})`, ...found.map(rowLine));
      if (counts[change] > found.length) lines.push(`  and ${counts[change] - found.length} more`);
    }
    if (bounds.wider.length > 0)
      lines.push("", "Limits that are wider or gone", ...bounds.wider.map((one) => `  ${one}`));
    if (bounds.narrower.length > 0)
      lines.push("", "Limits that are narrower or new", ...bounds.narrower.map((one) => `  ${one}`));
  }
  if (signed?.because)
    lines.push(
      "",
      `Revision ${signed.revision} is in force${signed.ends ? ", and this ends it" : ""}: ${signed.because}.`,
    );
  const undecided = preview.containers.filter(({ executor }) => (executor?.role ?? null) === null);
  if (undecided.length > 0) {
    const list = undecided.slice(0, 50).map(({ workload, container }) => `  ${workload} [${container}]`);
    const rest = undecided.length - list.length;
    lines.push("", "Not yet said what these containers are; say it in the review", ...list);
    if (rest > 0) lines.push(`  and ${rest} more`);
  }
  return `${[...lines, ...noteLines(preview.notes)].map(plain).join("\n")}\n`;
}

function rowLine({ title, workload, container, before, after, comparable }: PreviewRow): string {
  const place = (side: PreviewRow["before"]) => (side ? `${side.file}:${side.line}` : "");
  const where = [place(before), place(after)].filter(Boolean).join(" → ");
  const what = after ?? before;
  return `  ${what?.severity.padEnd(8)}  ${title}, ${workload}${container ? ` [${container}]` : ""}  ${where}${comparable ? "" : "  (cannot be compared)"}`;
}

/** Notes, the gravest first. */
export function noteLines(notes: readonly Pick<Note, "level" | "message">[]): string[] {
  if (notes.length === 0) return [];
  const order = ["error", "warning", "info"];
  const sorted = [...notes].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  return ["", "Notes", ...sorted.map(({ level, message }) => `  ${level.padEnd(7)}  ${message}`)];
}
