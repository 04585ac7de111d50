"use client";
import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";

/** A box to tick. With `children` they are its label; otherwise give `label`. */
export function Checkbox({
  checked,
  onChange,
  indeterminate,
  disabled,
  label,
  hint,
  name,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  indeterminate?: boolean;
  disabled?: boolean;
  label?: string;
  hint?: ReactNode;
  name?: string;
  children?: ReactNode;
}) {
  const box = (
    <Base.Root
      checked={checked}
      indeterminate={indeterminate}
      onCheckedChange={(next) => onChange(next)}
      disabled={disabled}
      name={name}
      aria-label={children ? undefined : label}
      className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-[2px] border border-line-control bg-paper data-checked:border-accent data-checked:bg-accent data-disabled:opacity-60 data-indeterminate:border-accent data-indeterminate:bg-accent"
    >
      <Base.Indicator className="text-on-accent">
        {indeterminate ? (
          <Minus aria-hidden className="size-3" strokeWidth={3} />
        ) : (
          <Check aria-hidden className="size-3" strokeWidth={3} />
        )}
      </Base.Indicator>
    </Base.Root>
  );
  if (!children) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's checkbox inside.
    <label className="flex items-start gap-2 text-grid">
      {box}
      <span className="flex flex-col">
        <span>{children}</span>
        {hint ? <span className="text-small text-ink-3">{hint}</span> : null}
      </span>
    </label>
  );
}
