import type { ReactNode } from "react";

/** The heading of a page: the title is the largest thing beside the page's figure. */
export function PageHeading({
  title,
  lead,
  actions,
}: {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-4">
      <div className="flex min-w-0 flex-col gap-1">
        <h1 className="text-title font-semibold tracking-[-0.01em]">{title}</h1>
        {lead ? <p className="max-w-[68ch] text-prose text-ink-2">{lead}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}

/** A section under a firm rule, as in a printed standard. `level` is the heading's level. */
export function Section({
  title,
  description,
  actions,
  children,
  level = 2,
  id,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  level?: 2 | 3 | 4;
  id?: string;
}) {
  const Heading = `h${level}` as const;
  return (
    <section id={id} className="pb-8">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-t border-ink pt-2 pb-3">
        <div className="min-w-0">
          <Heading className={level === 2 ? "text-section font-semibold" : "text-grid font-semibold"}>
            {title}
          </Heading>
          {description ? <p className="max-w-[68ch] text-grid text-ink-3">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </header>
      {children}
    </section>
  );
}
