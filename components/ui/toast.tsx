"use client";
import { Toaster, toast } from "sonner";

/** Where short notices appear. Stands once, in the root layout. */
export function ToastRegion() {
  return (
    <Toaster
      position="top-center"
      offset={{ top: 56 }}
      mobileOffset={{ top: 56, left: 16, right: 16 }}
      duration={4000}
      containerAriaLabel="Notices"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-(--width) items-start font-sans! gap-3 rounded-panel border border-line-control bg-paper px-4 py-3 text-grid text-ink",
          content: "flex-1",
          description: "text-ink-2",
          actionButton: "link shrink-0 font-medium",
          cancelButton: "link shrink-0",
          error: "border-red!",
          icon: "hidden",
        },
      }}
    />
  );
}

interface Notice {
  description?: string;
  action?: { label: string; onClick: () => void };
  /** A second thing that can be done. */
  also?: { label: string; onClick: () => void };
}

/** Two things to do stand below the words, which would be squeezed beside them. */
const TWO_DEEDS = { toast: "flex-wrap gap-y-1!", content: "basis-full!" };

/** Says that something happened. */
export function notify(message: string, { also, ...more }: Notice = {}): void {
  // What can be undone is offered long enough to be read and pressed.
  toast(
    message,
    more.action ? { ...more, ...(also && { cancel: also, classNames: TWO_DEEDS }), duration: 9000 } : more,
  );
}

/** Says that something failed, why, and what to do. Stays until it is dismissed. */
export function notifyError(message: string, more?: Notice): void {
  toast.error(message, { ...more, duration: Number.POSITIVE_INFINITY, closeButton: true });
}
