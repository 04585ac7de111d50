"use client";
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

/** Something small beside its trigger. */
export function Popover({
  trigger,
  title,
  children,
  open,
  onOpenChange,
  side = "bottom",
  align = "start",
}: {
  trigger: ReactElement;
  /** Names the popover; shown as its first line. */
  title?: ReactNode;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  side?: "top" | "bottom" | "left" | "right";
  align?: "start" | "center" | "end";
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} side={side} align={align} className="z-50">
          <Base.Popup className="popup max-h-(--available-height) min-w-56 overflow-y-auto p-3 outline-none">
            {title ? <Base.Title className="pb-2 text-grid font-semibold">{title}</Base.Title> : null}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
