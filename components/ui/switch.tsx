"use client";
import { Switch as Base } from "@base-ui/react/switch";
import type { ReactNode } from "react";

/** On or off, at once. `children` is the label. */
export function Switch({
  checked,
  onChange,
  disabled,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's switch inside.
    <label className="inline-flex items-center gap-2 text-grid">
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        disabled={disabled}
        className="flex h-4 w-7 shrink-0 items-center rounded-full border border-line-control bg-paper p-px data-checked:border-accent data-checked:bg-accent"
      >
        <Base.Thumb className="size-3 rounded-full bg-line-control data-checked:translate-x-3 data-checked:bg-on-accent" />
      </Base.Root>
      {children}
    </label>
  );
}
