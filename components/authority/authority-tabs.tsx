import Link from "next/link";

/** The ways to read authority, as links: each has an address of its own. */
export function AuthorityTabs({
  reviewId,
  current,
}: {
  reviewId: string;
  current: "need" | "flat" | "configurations";
}) {
  const base = `/reviews/${reviewId}/authority`;
  const tabs = [
    { id: "need", label: "By need", href: base },
    { id: "flat", label: "Every capability", href: `${base}/flat` },
    { id: "configurations", label: "Configurations", href: `${base}/configurations` },
  ];
  return (
    <nav aria-label="Ways to read authority" className="flex shrink-0 gap-5 overflow-x-auto border-b">
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          href={tab.href}
          aria-current={tab.id === current ? "page" : undefined}
          className="-mb-px shrink-0 border-b-2 border-transparent py-2 text-ink-2 outline-offset-[-2px] hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
