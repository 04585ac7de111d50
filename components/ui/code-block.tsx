import { classes } from "@/components/ui/classes";
import { CopyButton } from "@/components/ui/copy-button";

/** Text in mono with its line numbers; `marked` lines are washed. Scrolls sideways inside itself. */
export function CodeBlock({
  code,
  label,
  firstLine = 1,
  marked = [],
  maxHeight = 480,
}: {
  code: string;
  /** What it is ("deployment.yaml"): heads the block and names its scrolling region. */
  label: string;
  firstLine?: number;
  /** Line numbers as shown. */
  marked?: readonly number[];
  maxHeight?: number;
}) {
  const lines = code.replace(/\n$/, "").split("\n");
  return (
    <figure className="border-y">
      <figcaption className="flex items-center justify-between border-b bg-paper-2 pl-3 text-small text-ink-3">
        <span className="min-w-0 truncate font-mono">{label}</span>
        <CopyButton text={code} label={`Copy ${label}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section aria-label={label} tabIndex={0} className="overflow-auto py-1" style={{ maxHeight }}>
        <pre className="w-max min-w-full text-small leading-5!">
          {lines.map((line, index) => {
            const number = firstLine + index;
            return (
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
                key={index}
                className={classes("flex pr-4", marked.includes(number) && "bg-accent-wash")}
              >
                <span
                  aria-hidden
                  className="w-12 shrink-0 pr-4 text-right text-ink-3 select-none"
                  data-line={number}
                >
                  {number}
                </span>
                <code className="whitespace-pre">{line || " "}</code>
              </div>
            );
          })}
        </pre>
      </section>
    </figure>
  );
}
