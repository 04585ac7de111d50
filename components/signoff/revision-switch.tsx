import Link from "next/link";
import { classes } from "@/components/ui/classes";
import { type RevisionName, type RevisionPage, revisionHref } from "@/lib/signoff/revision-page";

/** The most other revisions to compare with that are offered. */
const MOST = 8;

/** The switch between everything and only what changed, and since which revision. */
export function RevisionSwitch({
  page: { reviewId, revision, since, others, show },
  nameOf,
}: {
  page: RevisionPage;
  nameOf: (revision: RevisionName) => string;
}) {
  if (!since) {
    return (
      <p className="pb-4 text-ink-3">
        Nothing was in force before {nameOf(revision).toLowerCase()}, so there is nothing to compare it with.
      </p>
    );
  }
  const changes = (number: number) => `${revisionHref(reviewId, revision.number, "changes")}&since=${number}`;
  const rest = others.filter(({ id }) => id !== since.id).slice(0, MOST);
  return (
    <nav
      aria-label="What is shown"
      className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 pb-4"
    >
      <ul className="flex flex-wrap gap-x-6">
        <Choice href={revisionHref(reviewId, revision.number)} isChosen={show === "everything"}>
          Everything
        </Choice>
        <Choice href={changes(since.number)} isChosen={show === "changes"}>
          Only what changed since revision {since.number}
        </Choice>
      </ul>
      {rest.length > 0 ? (
        <p className="flex flex-wrap gap-x-3 text-ink-3">
          Compare with revision
          {rest.map(({ id, number }) => (
            <Link
              key={id}
              href={changes(number)}
              className="link"
              aria-label={`Compare with revision ${number}`}
            >
              {number}
            </Link>
          ))}
        </p>
      ) : null}
    </nav>
  );
}

function Choice({
  href,
  isChosen,
  children,
}: {
  href: string;
  isChosen: boolean;
  children: React.ReactNode;
}) {
  return (
    <li>
      <Link
        href={href}
        scroll={false}
        aria-current={isChosen ? "true" : undefined}
        className={classes(
          "flex items-center border-b-2 py-1 hover:text-ink",
          isChosen ? "border-accent font-medium text-ink" : "border-transparent text-ink-2",
        )}
      >
        {children}
      </Link>
    </li>
  );
}
