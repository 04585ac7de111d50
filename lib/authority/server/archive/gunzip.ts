import { gunzipSync } from "node:zlib";
import { LIMITS } from "@/lib/authority/limits";
import { ArchiveRefusal, damaged } from "./refusal";
import { BLOCK } from "./tar-header";

const MIB = 1024 * 1024;

/** Headers and padding of a tar archive, beside what its files hold. */
const AROUND = LIMITS.archiveEntries * 4 * BLOCK;

/**
 * What is inside gzip. The bytes are counted as they come out; what the file says of its size is not asked.
 * @throws ArchiveRefusal past a bound, and for what is cut off or damaged
 */
export function gunzip(archive: string, bytes: Uint8Array): Uint8Array {
  const byRatio = Math.max(MIB, bytes.length * LIMITS.archiveRatio);
  const most = Math.min(LIMITS.inputBytes + AROUND, byRatio);
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(archive, most === byRatio);
    throw damaged(
      archive,
      code === "Z_BUF_ERROR" ? "is cut off" : "is damaged: its gzip data cannot be read",
    );
  }
}

const tooLarge = (archive: string, isRatio: boolean): ArchiveRefusal =>
  isRatio
    ? new ArchiveRefusal(
        "archive-ratio",
        `${archive}: it unpacks to more than ${LIMITS.archiveRatio} times its size, as a bomb does; nothing was read.`,
      )
    : new ArchiveRefusal(
        "too-large",
        `${archive}: unpacked, it is larger than ${LIMITS.inputBytes / MIB} MiB; nothing was read. Give it in parts.`,
      );
