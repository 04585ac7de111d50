import { classes } from "@/components/ui/classes";
import { CopyButton } from "@/components/ui/copy-button";

const KINDS = {
  "+": { look: "bg-green-wash", word: "added" },
  "-": { look: "bg-red-wash", word: "removed" },
  "@": { look: "text-ink-3", word: "" },
  " ": { look: "", word: "" },
} as const;

/** A unified diff, to read and to copy. */
export function PatchBlock({ patch, label }: { patch: string; label: string }) {
  return (
    <figure className="border-y">
      <figcaption className="flex items-center justify-between border-b bg-paper-2 pl-3 text-small text-ink-3">
        <span className="min-w-0 truncate font-mono">{label}</span>
        <CopyButton text={patch} label={`Copy patch of ${label}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section aria-label={`Patch of ${label}`} tabIndex={0} className="max-h-120 overflow-auto py-1">
        <pre className="w-max min-w-full text-small leading-5!">
          {patch
            .replace(/\n$/, "")
            .split("\n")
            .map((line, index) => {
              const first = line[0] ?? " ";
              const kind = KINDS[first as keyof typeof KINDS] ?? KINDS[" "];
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is its position.
                <div key={index} className={classes("px-3 whitespace-pre", kind.look)}>
                  {kind.word ? <span className="sr-only">{kind.word}: </span> : null}
                  {line || " "}
                </div>
              );
            })}
        </pre>
      </section>
    </figure>
  );
}
