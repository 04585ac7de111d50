"use client";
import { Input } from "@base-ui/react/input";
import type { ComponentProps } from "react";
import { classes } from "@/components/ui/classes";

/** One line of text. Inside a `Field` it takes label, description and error from there. */
export function TextField({
  value,
  onChange,
  mono,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "onChange" | "value" | "defaultValue"> & {
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  /** For paths, digests, names of configuration fields. */
  mono?: boolean;
}) {
  return (
    <Input
      {...rest}
      value={value}
      onValueChange={onChange ? (next) => onChange(next) : undefined}
      className={classes("control", mono && "font-mono", className)}
    />
  );
}
