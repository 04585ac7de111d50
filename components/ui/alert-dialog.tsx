"use client";
import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type ReactElement, type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";

/** Asks before something that cannot be taken back. `confirm` says the deed ("Archive system"), never "OK". */
export function AlertDialog({
  title,
  children,
  confirm,
  cancel = "Cancel",
  danger = false,
  busy,
  onConfirm,
  trigger,
  open,
  onOpenChange,
  enterConfirms = false,
}: {
  title: ReactNode;
  children?: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Begins at the deed and not at "Cancel": for what can be taken back. */
  enterConfirms?: boolean;
}) {
  const deed = useRef<HTMLSpanElement>(null);
  const confirmButton = (
    <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
      {confirm}
    </Button>
  );
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger ? <Base.Trigger render={trigger} /> : null}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Base.Popup
          initialFocus={enterConfirms ? () => deed.current?.querySelector("button") ?? true : undefined}
          className="fixed top-[16vh] left-1/2 z-50 w-[calc(100vw-32px)] max-w-[440px] -translate-x-1/2 rounded-panel border border-line-control bg-paper text-grid text-ink outline-none"
        >
          <div className="flex flex-col gap-2 px-6 pt-5 pb-5">
            <Base.Title className="text-[17px] leading-6 font-semibold">{title}</Base.Title>
            {children ? <Base.Description render={<div className="text-ink-2">{children}</div>} /> : null}
          </div>
          <footer className="flex flex-wrap justify-end gap-2 border-t px-6 py-3">
            <Base.Close render={<Button variant="secondary">{cancel}</Button>} />
            <span ref={deed} className="contents">
              {open === undefined ? <Base.Close render={confirmButton} /> : confirmButton}
            </span>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
