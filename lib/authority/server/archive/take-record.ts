import {
  type CaptureRecord,
  captureRecordSchema,
  RECORD_FILE,
  RECORD_FORMAT,
} from "@/lib/authority/capture-record";
import type { InputFile, Note } from "@/lib/authority/schema";
import { sha256 } from "@/lib/kernel/digest";

type Taken = { files: InputFile[]; notes: Note[]; capture: CaptureRecord | null; record: InputFile | null };

/** What a capture may take: some hundred commands. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Takes a capture's word about itself from among the files; a file of the same name that is none stays. */
export function takeRecord(files: InputFile[]): Taken {
  const found = files.flatMap((file) => {
    const value = file.name.split("/").at(-1) === RECORD_FILE ? recordIn(file.bytes) : null;
    return value === null ? [] : [{ file, value }];
  });
  if (found.length === 0) return { files, notes: [], capture: null, record: null };
  const rest = files.filter((file) => !found.some((one) => one.file === file));
  const warn = (code: string, message: string): Note => ({ level: "warning", code, message });
  if (found.length > 1) {
    const names = found.map(({ file }) => file.name).join(", ");
    const message = `There are several captures here (${names}), so none of them is kept as the provenance.`;
    return { files: rest, notes: [warn("provenance-several", message)], capture: null, record: null };
  }
  const { file, value } = found[0]!;
  const parsed = captureRecordSchema.safeParse(value);
  if (!parsed.success) {
    const message = `${file.name}: this provenance of a capture is not as Cordon writes it, and was left out.`;
    return { files: rest, notes: [warn("provenance-unreadable", message)], capture: null, record: null };
  }
  return { files: rest, notes: notesOn(parsed.data, file.name, rest), capture: parsed.data, record: file };
}

/** A JSON object that says it is a capture's provenance; null for anything else. */
function recordIn(bytes: Uint8Array): unknown {
  if (bytes.length > MOST_BYTES) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isRecord =
      typeof value === "object" && (value as { format?: unknown } | null)?.format === RECORD_FORMAT;
    return isRecord ? value : null;
  } catch {
    return null;
  }
}

/** What the capture says that it could not read, and what is not as it was packed. */
function notesOn(capture: CaptureRecord, name: string, files: InputFile[]): Note[] {
  const folder = name.slice(0, name.length - RECORD_FILE.length);
  const byName = new Map(files.map((file) => [file.name, file.bytes]));
  const notes: Note[] = [];
  const missing = capture.commands.filter(({ outcome }) => outcome === "forbidden" || outcome === "failed");
  if (missing.length > 0) {
    const list = missing.map((command) => command.arguments.join(" ").slice(0, 200)).join("; ");
    notes.push({
      level: "warning",
      code: "capture-incomplete",
      message: `The capture says that ${missing.length === 1 ? "one command was" : `${missing.length} commands were`} refused or failed: ${list}. Rows that depend on what is missing may say too much or too little.`,
    });
  }
  const changed = capture.commands.filter(({ file, digest }) => {
    if (file === undefined || digest === undefined) return false;
    const bytes = byName.get(folder + file);
    return bytes === undefined || sha256(bytes) !== digest;
  });
  if (changed.length > 0) {
    const list = changed.map(({ file }) => file).join(", ");
    notes.push({
      level: "warning",
      code: "capture-changed",
      message: `These files are not, or not as, the capture packed them: ${list}.`,
    });
  }
  return notes;
}
