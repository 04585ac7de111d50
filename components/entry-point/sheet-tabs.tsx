import Link from "next/link";
import { count } from "@/components/ui/count";

/** The two worksheets of this place, as links: each has an address of its own. */
export function SheetTabs({
  reviewId,
  current,
  counts,
}: {
  reviewId: string;
  current: "entry-points" | "executors";
  counts: { entryPoints: number; executors: number };
}) {
  const base = `/reviews/${reviewId}/entry-points`;
  const tabs = [
    { id: "entry-points", label: "Entry points", href: base, count: counts.entryPoints },
    { id: "executors", label: "Executors", href: `${base}/executors`, count: counts.executors },
  ];
  return (
    <nav aria-label="Worksheets" className="flex shrink-0 gap-5 border-b">
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          href={tab.href}
          aria-current={tab.id === current ? "page" : undefined}
          className="-mb-px flex items-center gap-2 border-b-2 border-transparent py-2 text-ink-2 outline-offset-[-2px] hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
        >
          {tab.label}
          <span className="font-normal text-ink-3">{count(tab.count)}</span>
        </Link>
      ))}
    </nav>
  );
}
