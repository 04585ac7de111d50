import Link from "next/link";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";
import { CountLink } from "@/components/ui/count-link";
import { Digest } from "@/components/ui/digest";
import { Verdict, type VerdictTone } from "@/components/ui/verdict";

export interface ReviewHeaderProps {
  title: string;
  href: string;
  system: { name: string; href: string };
  /** Where its revisions stand: what leads, and what is said after it, each with where it leads. */
  standing: {
    tone: VerdictTone;
    label: string;
    href: string;
    more: readonly { label: string; href: string }[];
  };
  environment: string | null;
  authorityDigest: string | null;
  open: { count: number; href: string };
  /** Who is looking at the review now, the reader included. */
  people: readonly { id: string; name: string }[];
  actions?: ReactNode;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col border-l pl-3 md:py-0.5">
      <dt className="text-note text-ink-3">{label}</dt>
      <dd className="flex min-h-6 min-w-0 items-center">{children}</dd>
    </div>
  );
}

function People({ people }: { people: ReviewHeaderProps["people"] }) {
  const shown = people.slice(0, 4);
  const more = people.length - shown.length;
  return (
    <ul className="flex items-center -space-x-1">
      {shown.map((person) => (
        <li key={person.id} className="flex">
          <Avatar name={person.name} />
        </li>
      ))}
      {more > 0 ? <li className="pl-2 text-ink-3">+{more}</li> : null}
    </ul>
  );
}

/** Where the revisions stand, in one line that wraps between its clauses. */
function Standing({ tone, label, href, more }: ReviewHeaderProps["standing"]) {
  return (
    <p className="flex min-w-0 gap-x-2 text-ink-2 max-md:flex-col md:flex-wrap">
      <span className="min-w-0">
        <Link href={href} className="hover:underline">
          <Verdict tone={tone}>{label}</Verdict>
        </Link>
        {more.length > 0 ? <Dot /> : null}
      </span>
      {more.map((clause, at) => (
        <span key={clause.label} className="min-w-0 break-words max-md:pl-5">
          <Link href={clause.href} className="hover:text-ink hover:underline">
            {clause.label}
          </Link>
          {at < more.length - 1 ? <Dot /> : null}
        </span>
      ))}
    </p>
  );
}

/** Between clauses that stand in one line; where each has its own, nothing is needed. */
const Dot = () => (
  <span aria-hidden className="pl-2 text-ink-3 max-md:hidden">
    ·
  </span>
);

/** The title block of a review, as on a drawing: what it is, where it stands, and the facts that qualify everything below. */
export function ReviewHeader(props: ReviewHeaderProps) {
  return (
    <section
      aria-label="Review"
      className="flex shrink-0 flex-wrap items-center justify-between gap-x-8 gap-y-2 border-b px-4 py-2 lg:flex-nowrap"
    >
      <div className="min-w-0">
        <Link href={props.system.href} className="block text-note text-ink-3 hover:text-ink hover:underline">
          {props.system.name}
        </Link>
        <div className="flex flex-wrap items-baseline gap-x-5">
          <Link
            href={props.href}
            className="block min-h-6 text-[17px] leading-6 font-semibold tracking-[-0.01em]"
          >
            {props.title}
          </Link>
          <Standing {...props.standing} />
        </div>
      </div>
      <div className="flex w-full shrink-0 items-start gap-x-4 md:w-auto md:gap-x-5">
        <dl className="grid min-w-0 flex-1 grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3 md:flex md:gap-x-5">
          <Fact label="Environment">
            <span className="truncate">{props.environment ?? "none yet"}</span>
          </Fact>
          <Fact label="Authority">
            {props.authorityDigest ? <Digest value={props.authorityDigest} /> : "not captured yet"}
          </Fact>
          <Fact label="Open">
            <CountLink value={props.open.count} one="open item" href={props.open.href} />
          </Fact>
          <Fact label="Here now">
            <People people={props.people} />
          </Fact>
        </dl>
        {props.actions ? <div className="flex items-center gap-2 self-center">{props.actions}</div> : null}
      </div>
    </section>
  );
}
