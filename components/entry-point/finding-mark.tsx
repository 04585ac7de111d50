import Link from "next/link";
import { Severity } from "@/components/ui/severity";
import type { SheetFinding } from "@/lib/review/entry-point-sheet";
import type { Severity as Level } from "@/lib/review/vocabulary";

/** The findings of a row in one cell: the worst one's severity and how many there are, leading to the list. */
export function FindingMark({ findings, href }: { findings: readonly SheetFinding[]; href: string }) {
  const [worst] = findings;
  if (!worst) return null;
  const words = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  return (
    <Link href={href} tabIndex={-1} className="group flex min-w-0 items-center gap-1.5" title={words}>
      <Severity level={worst.severity as Level} />
      <span className="text-ink-2 group-hover:underline">
        <span aria-hidden>· {findings.length}</span>
        <span className="sr-only">, {words}</span>
      </span>
    </Link>
  );
}
