import { Severity } from "@/components/ui/severity";
import type { SheetFinding } from "@/lib/review/entry-point-sheet";
import type { Severity as Level } from "@/lib/review/vocabulary";

/** The findings of a row in one cell: the worst one's severity and how many there are, opening the inspector, which names them. */
export function FindingMark({ findings }: { findings: readonly SheetFinding[] }) {
  const [worst] = findings;
  if (!worst) return null;
  const words = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  return (
    <span
      data-inspects
      className="group flex flex-1 cursor-pointer min-w-0 items-center gap-1.5"
      title={words}
    >
      <Severity level={worst.severity as Level} />
      <span className="text-ink-2 group-hover:underline">
        <span aria-hidden>· {findings.length}</span>
        <span className="sr-only">, {words}</span>
      </span>
    </span>
  );
}
