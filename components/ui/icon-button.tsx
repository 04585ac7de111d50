import type { ReactNode } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";

/** A square quiet button with an icon; `label` names it for everybody (title and accessible name). */
export function IconButton({
  label,
  icon,
  className,
  size = "small",
  ...rest
}: Omit<ButtonProps, "children"> & { label: string; icon: ReactNode }) {
  return (
    <Button
      variant="quiet"
      size={size}
      aria-label={label}
      title={label}
      className={classes(size === "small" ? "w-7 px-0!" : "w-8 px-0!", className)}
      {...rest}
    >
      {icon}
    </Button>
  );
}
