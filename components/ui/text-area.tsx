"use client";
import { Field } from "@base-ui/react/field";
import type { ComponentProps } from "react";
import { classes } from "@/components/ui/classes";

/** Text of several lines; grows with what is typed up to `maxHeight` pixels. */
export function TextArea({
  value,
  onChange,
  mono,
  className,
  rows = 3,
  maxHeight = 360,
  ...rest
}: Omit<ComponentProps<"textarea">, "onChange" | "value" | "defaultValue"> & {
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  mono?: boolean;
  maxHeight?: number;
}) {
  return (
    <Field.Control
      value={value}
      onValueChange={onChange ? (next) => onChange(next) : undefined}
      className={classes("control block resize-y [field-sizing:content]", mono && "font-mono", className)}
      style={{ minHeight: rows * 20 + 12, maxHeight }}
      render={<textarea {...rest} rows={rows} />}
    />
  );
}
