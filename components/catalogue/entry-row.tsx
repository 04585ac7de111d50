import Link from "next/link";
import { Severity } from "@/components/ui/severity";
import type { CatalogueItem, SilenceMeans } from "@/lib/authority/catalogue/catalogue-item";
import { SILENCE_WORDS } from "@/lib/review/catalogue-words";
import { CAPABILITY_CLASSES } from "@/lib/review/vocabulary";

/** The columns of the list, from 800 px on; the heads and the rows share them. */
const ENTRY_COLUMNS = "md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_6.5rem_5.5rem_6.5rem] md:gap-x-5";

/** One entry in the list: its name leads to its page. */
export function EntryRow({
  entry,
  silence,
}: {
  entry: Pick<CatalogueItem, "id" | "title" | "grants" | "class" | "severity" | "endsConfinement">;
  /** What silence means in the format chosen. */
  silence: SilenceMeans;
}) {
  return (
    <li
      id={entry.id}
      className={`grid scroll-mt-4 gap-y-1 border-b py-2 target:bg-accent-wash hover:bg-paper-2 ${ENTRY_COLUMNS}`}
    >
      <div className="min-w-0">
        <Link href={`/catalogue/${entry.id}`} className="font-medium hover:text-accent hover:underline">
          {entry.title}
        </Link>
        <code className="block truncate text-small text-ink-3">{entry.id}</code>
      </div>
      <p className="min-w-0 text-ink-2">
        {entry.grants}
        {entry.endsConfinement === "no" ? null : (
          <span className="font-medium text-ink">
            {entry.endsConfinement === "yes" ? " Ends confinement." : " May end confinement."}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-x-4 gap-y-1 md:contents">
        <span className="text-ink-2">{CAPABILITY_CLASSES[entry.class]}</span>
        <span>
          <Severity level={entry.severity} />
        </span>
        <span className={silence === "granted" ? "font-medium" : "text-ink-3"}>
          <span className="font-normal text-ink-3 md:sr-only">By silence: </span>
          {SILENCE_WORDS[silence]}
        </span>
      </div>
    </li>
  );
}

/** The heads above the rows; the rows say the same in words of their own. */
export function EntryHeads() {
  return (
    <div aria-hidden className={`hidden border-b pb-1 text-small text-ink-3 md:grid ${ENTRY_COLUMNS}`}>
      <span>Entry</span>
      <span>What it grants</span>
      <span>Class</span>
      <span>Severity</span>
      <span>By silence</span>
    </div>
  );
}
