import type { ReactNode } from "react";

export interface Fact {
  key: string;
  value: ReactNode;
}

/** Facts in the columns of the tables below them, so that a page has one left edge and one for what is said. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl>
      {facts.map(({ key, value }) => (
        <div
          key={key}
          className="grid grid-cols-[minmax(6rem,34%)_minmax(0,1fr)] gap-x-4 border-b py-1.5 first:border-t md:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <dt className="text-ink-3">{key}</dt>
          <dd className="max-w-[80ch] min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
