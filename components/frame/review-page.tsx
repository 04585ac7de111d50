import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";
import { PageHeading } from "@/components/ui/section";

/**
 * One place of a review: `main` and, at its right, the inspector. With `fill` the content takes the height
 * that is left (a worksheet scrolls inside itself); without, the page scrolls.
 */
export function ReviewPage({
  title,
  lead,
  actions,
  fill,
  inspector,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  fill?: boolean;
  /** An `Inspector`. */
  inspector?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <>
      <main
        id="main"
        tabIndex={-1}
        className={classes(
          "relative min-h-0 min-w-0 flex-1 px-4 pt-4 outline-none md:overflow-y-auto md:px-6",
          fill ? "flex flex-col pb-4" : "pb-8",
        )}
      >
        <PageHeading title={title} lead={lead} actions={actions} />
        {children}
      </main>
      {inspector}
    </>
  );
}
