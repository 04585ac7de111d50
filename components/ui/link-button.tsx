import Link from "next/link";
import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonClasses } from "@/components/ui/button";

/** A link that looks like a button: for going somewhere, never for doing something. */
export function LinkButton({
  variant = "secondary",
  size = "regular",
  className,
  ...rest
}: ComponentProps<typeof Link> & { variant?: ButtonVariant; size?: ButtonSize }) {
  return <Link {...rest} className={buttonClasses(variant, size, className)} />;
}
