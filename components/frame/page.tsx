import type { ReactNode } from "react";
import { PageHeading } from "@/components/ui/section";

const WIDTHS = { text: "max-w-[760px]", regular: "max-w-[1080px]", full: "" };

/** A page outside a review: its `main`, its heading, its content. */
export function Page({
  title,
  lead,
  actions,
  above,
  width = "regular",
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Above the heading: breadcrumbs. */
  above?: ReactNode;
  width?: keyof typeof WIDTHS;
  children?: ReactNode;
}) {
  return (
    <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
      <div className={`mx-auto px-4 py-6 sm:px-8 ${WIDTHS[width]}`}>
        {above ? <div className="pb-2">{above}</div> : null}
        <PageHeading title={title} lead={lead} actions={actions} />
        {children}
      </div>
    </main>
  );
}

/** A page for somebody who is not signed in: sign-in, set-up, an invitation. */
export function PlainPage({
  title,
  lead,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <main id="main" className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col px-4 pt-[14vh] pb-12">
      <p className="border-t-2 border-ink pt-2 pb-8 text-section font-semibold tracking-[-0.01em]">Cordon</p>
      <h1 className="text-title font-semibold tracking-[-0.01em]">{title}</h1>
      {lead ? <p className="pt-1 text-prose text-ink-2">{lead}</p> : null}
      <div className="pt-6">{children}</div>
    </main>
  );
}
