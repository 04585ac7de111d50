import Link from "next/link";
import type { ReactNode } from "react";
import { count } from "@/components/ui/count";

/** A number that leads to the filtered list it counts: "25 open items". `one` is the singular. */
export function CountLink({
  value,
  one,
  many,
  href,
  large,
}: {
  value: number;
  one: string;
  many?: string;
  href: string;
  /** As the largest thing on the page: the figure above its word. */
  large?: boolean;
}): ReactNode {
  const word = value === 1 ? one : (many ?? `${one}s`);
  if (large)
    return (
      <Link href={href} className="group inline-flex flex-col">
        <span className="text-figure font-medium text-ink group-hover:text-accent">{count(value)}</span>
        <span className="link">{word}</span>
      </Link>
    );
  return (
    <Link href={href} className="link whitespace-nowrap">
      {count(value)} {word}
    </Link>
  );
}
