"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";

const WIDTHS = { narrow: "sm:max-w-[440px]", regular: "sm:max-w-[640px]", wide: "sm:max-w-[960px]" };

/**
 * A dialog over the page; a full sheet on narrow screens. Uncontrolled with `trigger`, or controlled with
 * `open` and `onOpenChange`. `footer` holds the actions, the primary one last.
 */
export function Dialog({
  title,
  description,
  children,
  footer,
  trigger,
  open,
  onOpenChange,
  width = "regular",
}: {
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  width?: keyof typeof WIDTHS;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger ? <Base.Trigger render={trigger} /> : null}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Base.Popup
          className={`fixed inset-0 z-50 flex flex-col border border-line-control bg-paper text-grid text-ink outline-none sm:inset-auto sm:top-[10vh] sm:left-1/2 sm:max-h-[80vh] sm:w-[calc(100vw-48px)] sm:-translate-x-1/2 sm:rounded-panel ${WIDTHS[width]}`}
        >
          <header className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
            <div className="flex flex-col gap-1">
              <Base.Title className="text-[17px] leading-6 font-semibold">{title}</Base.Title>
              {description ? (
                <Base.Description className="text-grid text-ink-2">{description}</Base.Description>
              ) : null}
            </div>
            <Base.Close
              render={
                <IconButton label="Close" icon={<X aria-hidden className="size-4" />} className="-mr-2" />
              }
            />
          </header>
          <div className="relative min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-5">{children}</div>
          {footer ? (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-6 py-3">
              {footer}
            </footer>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Closes the dialog it stands in: `<DialogClose><Button>Cancel</Button></DialogClose>`. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Base.Close render={children} />;
}
