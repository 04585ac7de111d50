import type { DeriveResult, GrantedCapability } from "@/lib/authority/schema";

const ORIGIN = { explicit: "written", default: "granted by silence", unknown: "cannot be told" };

/** Texts of the configuration are shown without control characters, which a terminal would obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "\u{fffd}");

/** A derivation for people: its workloads with their rows, then notes, then the digests where anything was read. */
export function tableOf(result: DeriveResult, read: boolean): string {
  const lines = [`${result.path}  ${result.format}`];
  const byWorkload = new Map<string, GrantedCapability[]>();
  for (const row of result.capabilities) {
    const rows = byWorkload.get(row.workload);
    if (rows) rows.push(row);
    else byWorkload.set(row.workload, [row]);
  }
  for (const [workload, rows] of byWorkload) {
    lines.push("", workload);
    lines.push(
      ...columns(
        rows.map((row) => [
          row.severity,
          row.id,
          row.container ?? "(pod)",
          `${row.target}${row.access === "use" ? "" : `, ${row.access}`}`,
          ORIGIN[row.origin],
          `${row.source.file}:${row.source.line}`,
        ]),
      ),
    );
  }
  if (result.bounds.length > 0) {
    lines.push("", "Limits that are set");
    lines.push(
      ...columns(result.bounds.map((b) => [b.workload, b.container ?? "(pod)", b.resource, b.value])),
    );
  }
  if (result.notes.length > 0) {
    lines.push("", "Notes");
    lines.push(...columns(result.notes.map((note) => [note.level, note.code, note.message])));
  }
  if (read) lines.push("", `configuration ${result.digest}`, `authority     ${result.authorityDigest}`, "");
  else lines.push("", "Nothing was read, so there is no digest.", "");
  return `${lines.map(plain).join("\n")}\n`;
}

function columns(rows: string[][]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.min(60, Math.max(widths[i] ?? 0, cell.length));
  return rows.map(
    (row) => `  ${row.map((cell, i) => (i < row.length - 1 ? cell.padEnd(widths[i]!) : cell)).join("  ")}`,
  );
}
