import type { At } from "./read/cursor";
import type { Note, SourceRef } from "./schema";

/** How many notes one code gets before the rest is counted, so that no input makes millions of them. */
const MOST_OF_A_CODE = 200;

/** Collects the notes of a derivation: each once, and of one code a bounded number. */
export class Notes {
  readonly list: Note[] = [];
  private readonly seen = new Set<string>();
  private readonly counts = new Map<string, number>();

  add(level: Note["level"], code: string, message: string, at?: At | SourceRef): void {
    const key = `${code}\u0000${message}\u0000${at && "place" in at ? `${at.place.file.name}#${at.place.index}${at.pointer()}` : ""}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const count = (this.counts.get(code) ?? 0) + 1;
    this.counts.set(code, count);
    if (count > MOST_OF_A_CODE) return;
    const source = at && ("place" in at ? at.source() : at);
    const where = source ? `${source.file}, line ${source.line}: ` : "";
    this.list.push({ level, code, message: `${where}${message}.`, ...(source && { source }) });
  }

  /** Adds one note for each code that had too many. */
  finish(): Note[] {
    for (const [code, count] of this.counts) {
      const rest = count - MOST_OF_A_CODE;
      if (rest <= 0) continue;
      const level = this.list.find((note) => note.code === code)?.level ?? "info";
      this.list.push({ level, code, message: `${rest} more of these were found and are not listed.` });
    }
    return this.list;
  }
}
