import { Notice } from "@/components/ui/notice";
import type { Note } from "@/lib/authority/schema";

const AT_MOST = 50;

/** A note with a place begins with its file's name, which stays as it is written. */
const sentence = ({ message, source }: Note): string =>
  source ? message : message.charAt(0).toUpperCase() + message.slice(1);

/** What the importer remarks: errors first and in sight, the rest folded. */
export function NoteList({ notes }: { notes: readonly Note[] }) {
  const errors = notes.filter(({ level }) => level === "error");
  const others = notes.filter(({ level }) => level !== "error");
  return (
    <div className="flex flex-col gap-3">
      {errors.length > 0 ? (
        <Notice
          tone="error"
          title={
            errors.length === 1
              ? "One part could not be understood"
              : `${errors.length} parts could not be understood`
          }
        >
          <ul>
            {errors.slice(0, AT_MOST).map((note) => (
              <li key={`${note.code} ${note.message}`} className="break-words">
                {sentence(note)}
                {note.source && note.source.document > 0 ? ` (document ${note.source.document + 1})` : ""}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {others.length > 0 ? (
        <details>
          <summary className="cursor-pointer text-ink-2">
            {others.length === 1 ? "1 remark" : `${others.length} remarks`} on what was read
          </summary>
          <ul className="pt-1">
            {others.slice(0, AT_MOST * 4).map((note) => (
              <li key={`${note.code} ${note.message}`} className="border-t py-1 break-words">
                {note.level === "warning" ? <span className="text-amber">Warning: </span> : null}
                {sentence(note)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
