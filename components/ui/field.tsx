"use client";
import { Field as Base } from "@base-ui/react/field";
import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";

/** Label, description and error around one control, wired together for assistive technology. */
export function Field({
  label,
  description,
  error,
  optional,
  children,
  className,
}: {
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  children: ReactNode;
  className?: string;
}) {
  return (
    <Base.Root invalid={Boolean(error)} className={classes("flex flex-col gap-1", className)}>
      <Base.Label className="text-grid font-medium text-ink">
        {label}
        {optional ? <span className="font-normal text-ink-3"> (optional)</span> : null}
      </Base.Label>
      {description ? (
        <Base.Description className="max-w-[68ch] text-grid text-ink-3">{description}</Base.Description>
      ) : null}
      {children}
      <Base.Error match={Boolean(error)} className="text-grid text-red" role="alert">
        {error}
      </Base.Error>
    </Base.Root>
  );
}
