import type { ReactNode } from "react";

export interface KeyValueItem {
  key: string;
  value: ReactNode;
}

/** Facts as a two-column table set by hairlines; one column where it is narrow. */
export function KeyValue({ items }: { items: readonly KeyValueItem[] }) {
  return (
    <dl className="@container">
      {items.map((item) => (
        <div
          key={item.key}
          className="grid gap-x-4 border-b py-1.5 first:border-t @min-[320px]:grid-cols-[minmax(96px,34%)_minmax(0,1fr)]"
        >
          <dt className="text-ink-3">{item.key}</dt>
          <dd className="min-w-0">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
