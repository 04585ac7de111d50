/** The sections of a long page, in sight while it is read: beside it, or on narrow screens above it. */
export function SectionList({
  sections,
}: {
  /** `count` null: the section is no list. */
  sections: readonly { id: string; label: string; count: number | null }[];
}) {
  return (
    <nav
      aria-label="Sections"
      className="sticky top-0 z-10 -mx-4 mb-4 self-start border-b bg-paper px-4 max-lg:overflow-x-auto md:-mx-6 md:px-6 lg:mx-0 lg:border-b-0 lg:px-0 lg:pt-2"
    >
      <ul className="flex gap-x-5 lg:flex-col">
        {sections.map(({ id, label, count }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              className="flex justify-between gap-x-3 py-2 whitespace-nowrap text-ink-2 hover:text-ink hover:underline lg:py-1 lg:whitespace-normal"
            >
              <span>{label}</span>
              {count === null ? null : <span className="text-ink-3">{count.toLocaleString("en")}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
