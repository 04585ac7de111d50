import type { CaptureRecord } from "@/lib/authority/capture-record";
import { LIMITS } from "@/lib/authority/limits";
import type { InputFile, Note } from "@/lib/authority/schema";
import { archiveKind } from "./archive-kind";
import { gunzip } from "./gunzip";
import { type Budget, Intake } from "./intake";
import { readTar } from "./read-tar";
import { readZip } from "./read-zip";
import { ArchiveRefusal } from "./refusal";
import { takeRecord } from "./take-record";

/** What an input holds once its archives are unpacked. */
export type Unpacked = {
  files: InputFile[];
  notes: Note[];
  /** What a capture among them says of itself. */
  capture: CaptureRecord | null;
  /** The file that says so, which is none of `files`. */
  record: InputFile | null;
  /** An archive could not be read wholly, so nothing of the input may be derived; the last note says why. */
  refused: boolean;
};

/**
 * Unpacks the zip, tar and gzip files of an input, by content, and takes a capture's provenance out. Other
 * files stay as they are. Nothing is ever written to a disk; what is not read is a note.
 * Blocks for as long as it takes: servers call it in a worker.
 */
export async function unpack(given: InputFile[]): Promise<Unpacked> {
  const budget: Budget = { bytes: LIMITS.inputBytes, entries: LIMITS.archiveEntries };
  const files: InputFile[] = [];
  const notes: Note[] = [];
  try {
    for (const file of given) {
      const intake = new Intake(file.name, given.length > 1 ? `${file.name}/` : "", budget);
      const more = await contentOf(file, intake);
      if (more === null) {
        budget.bytes -= file.bytes.length;
        files.push(file);
        continue;
      }
      files.push(...intake.files);
      notes.push(...more, ...intake.notes());
    }
    refuseTwice(files);
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error;
    notes.push({ level: "error", code: error.code, message: error.message });
    return { files: [], notes, capture: null, record: null, refused: true };
  }
  const taken = takeRecord(files);
  return { ...taken, notes: [...notes, ...taken.notes], refused: false };
}

/** Fills the intake from an archive; null for a file that is none. */
async function contentOf({ name, bytes }: InputFile, intake: Intake): Promise<Note[] | null> {
  const found = archiveKind(bytes);
  if (found.kind === "none") return null;
  if (found.kind === "other") {
    const message = `${name}: this is a ${found.called} archive, which is not read. Give .zip, .tar.gz or .tar.`;
    throw new ArchiveRefusal("archive-not-read", message);
  }
  if (found.kind === "zip") {
    await readZip(bytes, intake);
    return [];
  }
  if (found.kind === "tar") return readTar(bytes, intake);
  const inside = gunzip(name, bytes);
  if (archiveKind(inside).kind === "tar") return readTar(inside, intake);
  // One file, compressed: it is called as what it was made from.
  const own = name.replace(/\.gz$/i, "") || name;
  if (inside.length > intake.most) throw intake.tooLarge(own);
  intake.take(own, inside);
  return [];
}

/** Two files of one name would be one row of the store; which one it is could not be told. */
function refuseTwice(files: InputFile[]): void {
  const seen = new Set<string>();
  for (const { name } of files) {
    if (seen.has(name))
      throw new ArchiveRefusal(
        "archive-duplicate",
        `${name}: two files have this name; nothing was read. Give each its own.`,
      );
    seen.add(name);
  }
}
