import type { ReactNode } from "react";

/** Nothing here yet: says what would be here and the one next thing to do. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-start gap-2 border-y py-8">
      <p className="text-section font-semibold">{title}</p>
      {children ? <div className="max-w-[56ch] text-prose text-ink-2">{children}</div> : null}
      {action ? <div className="pt-2">{action}</div> : null}
    </div>
  );
}
