import { isArchiveName, isConfigurationName, NOT_READ } from "@/lib/authority/file-names";
import { LIMITS } from "@/lib/authority/limits";
import type { InputFile, Note } from "@/lib/authority/schema";
import { whyNotName } from "@/lib/kernel/text";
import { ArchiveRefusal } from "./refusal";

/** What is still accepted of one input, whichever of its archives it comes from. */
export type Budget = { bytes: number; entries: number };

/** How many entries get a note each; more of them share one. */
const MOST_NOTES = 10;
const MOST_NAMED = 50;

const MIB = 1024 * 1024;

/** Takes the entries of one archive: judges their names, counts what they hold, and remembers what is not read. */
export class Intake {
  readonly files: InputFile[] = [];
  private readonly seen = new Set<string>();
  private readonly skipped: string[] = [];
  private readonly nested: string[] = [];

  /** @param prefix stands before the names of entries where an input has other files too */
  constructor(
    readonly archive: string,
    private readonly prefix: string,
    readonly budget: Budget,
  ) {}

  /**
   * The name under which an entry is read, or null when it is no configuration.
   * @throws ArchiveRefusal for a name that leads out of the archive, cannot be one, or stands there twice
   */
  nameOf(raw: string): string | null {
    this.count();
    const name = this.plain(raw);
    const known = name.normalize("NFC");
    if (this.seen.has(known)) {
      throw this.refuse(
        "archive-duplicate",
        raw,
        "stands in the archive twice, and which one counts is not to be told",
      );
    }
    this.seen.add(known);
    const segments = name.split("/");
    const last = segments.pop()!;
    const isHidden =
      last.startsWith("._") || segments.some((one) => one.startsWith(".") || one === "__MACOSX");
    if (isHidden || !isConfigurationName(last)) {
      (isArchiveName(last) && !isHidden ? this.nested : this.skipped).push(name);
      return null;
    }
    return this.prefix + name;
  }

  /** Counts an entry that holds nothing, such as a directory, and judges its name. */
  passOver(raw: string): void {
    this.count();
    if (!/^(\.\/)*\.?\/?$/.test(raw)) this.plain(raw.replace(/\/+$/, ""));
  }

  /** How many bytes one entry may still have. */
  get most(): number {
    return Math.min(LIMITS.fileBytes, this.budget.bytes);
  }

  /** @throws ArchiveRefusal when the entry is larger than a file may be, or all are together */
  take(name: string, bytes: Uint8Array): void {
    if (bytes.length > this.most) throw this.tooLarge(name);
    this.budget.bytes -= bytes.length;
    this.files.push({ name, bytes });
  }

  tooLarge(name: string): ArchiveRefusal {
    return this.budget.bytes < LIMITS.fileBytes
      ? new ArchiveRefusal(
          "too-large",
          `${this.archive}: unpacked, the files are larger than ${LIMITS.inputBytes / MIB} MiB together (at ${name}). Give them in parts.`,
        )
      : this.refuse("too-large", name, `is larger than ${LIMITS.fileBytes / MIB} MiB unpacked`);
  }

  refuse(code: string, entry: string, why: string): ArchiveRefusal {
    return new ArchiveRefusal(code, `${this.archive}: the entry ${shown(entry)} ${why}; nothing was read.`);
  }

  /** What was not read, in at most a few notes. */
  notes(): Note[] {
    return [
      ...this.notesOf(
        "info",
        "file-skipped",
        this.skipped,
        NOT_READ,
        "entries are not read, only .yaml, .yml, .json and .env files are",
      ),
      ...this.notesOf(
        "warning",
        "archive-nested",
        this.nested,
        "an archive inside an archive is not read",
        "archives inside the archive are not read",
      ),
    ];
  }

  private notesOf(level: Note["level"], code: string, names: string[], one: string, many: string): Note[] {
    const { archive } = this;
    if (names.length <= MOST_NOTES)
      return names.map((name) => ({ level, code, message: `${archive}: ${shown(name)}: ${one}.` }));
    const rest = names.length - MOST_NAMED;
    const list = names.slice(0, MOST_NAMED).map(shown).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
    return [{ level, code, message: `${archive}: ${names.length} ${many}: ${list}.` }];
  }

  private count(): void {
    this.budget.entries -= 1;
    if (this.budget.entries >= 0) return;
    const most = LIMITS.archiveEntries.toLocaleString("en");
    throw new ArchiveRefusal(
      "archive-entries",
      `${this.archive}: the archive has more than ${most} entries. Pack only the configuration.`,
    );
  }

  private plain(raw: string): string {
    const bad = (why: string) => this.refuse("archive-name", raw, why);
    if (raw.startsWith("/") || /^[A-Za-z]:/.test(raw)) throw bad("has an absolute path");
    if (raw.split("/").includes("..")) throw bad("leads out of the archive with ..");
    const name = raw
      .split("/")
      .filter((segment) => segment !== "." && segment !== "")
      .join("/");
    if (name === "") throw bad("has no name");
    if (whyNotName(name) !== null) throw bad("has a name with characters that no name has");
    if (this.prefix.length + name.length > LIMITS.fileName)
      throw bad(`has a name of more than ${LIMITS.fileName} characters`);
    return name;
  }
}

/** A name as it may stand in a note: short, and without what a terminal would obey. */
function shown(name: string): string {
  const plain = name.replace(/\p{C}/gu, "\u{fffd}");
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain;
}
