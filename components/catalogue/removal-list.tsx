import { CopyButton } from "@/components/ui/copy-button";
import type { CatalogueItem } from "@/lib/authority/catalogue/catalogue-item";

/** How each format takes it away: a fragment to copy, words where nothing can be written. */
export function RemovalList({ formats }: { formats: CatalogueItem["formats"] }) {
  return (
    <ul>
      {formats.map(({ format, name, removal: { fragment, words } }) => (
        <li
          key={format}
          className="grid gap-x-4 gap-y-1 border-b py-2 first:border-t md:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <h3 className="font-medium">{name}</h3>
          <div className="flex min-w-0 flex-col gap-1">
            {fragment === null ? null : (
              <div className="flex items-start gap-1 bg-paper-2">
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
                <section aria-label={`For ${name}`} tabIndex={0} className="min-w-0 flex-1 overflow-x-auto">
                  <pre className="w-max px-3 py-1 text-small leading-5!">{fragment.trimEnd()}</pre>
                </section>
                <CopyButton text={fragment.trimEnd()} label={`Copy for ${name}`} />
              </div>
            )}
            {words === null ? null : <p className="text-ink-2">{words}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
