import type { ComponentProps } from "react";
import { classes } from "@/components/ui/classes";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "regular" | "small";

export interface ButtonProps extends ComponentProps<"button"> {
  /** `primary` at most once on a page. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows that the action runs; the button keeps its focus and refuses further presses. */
  busy?: boolean;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-accent bg-accent text-on-accent hover:bg-accent-strong hover:border-accent-strong",
  secondary: "border-line-control bg-paper text-ink hover:bg-paper-3",
  quiet: "border-transparent bg-transparent text-ink-2 hover:bg-paper-3 hover:text-ink",
  danger: "border-red bg-paper text-red hover:bg-red-wash",
};

/** The classes of a button, for things that must look like one. */
export function buttonClasses(variant: ButtonVariant, size: ButtonSize, more?: string): string {
  return classes(
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-control border text-grid font-medium whitespace-nowrap",
    "disabled:cursor-not-allowed disabled:border-line disabled:bg-paper-2 disabled:text-ink-3",
    size === "small" ? "h-7 px-2" : "h-8 px-3",
    VARIANTS[variant],
    more,
  );
}

export function Button({
  variant = "secondary",
  size = "regular",
  busy,
  className,
  onClick,
  children,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? "button"}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={buttonClasses(variant, size, className)}
    >
      {children}
      {busy ? (
        <span aria-hidden className="-ml-2">
          …
        </span>
      ) : null}
    </button>
  );
}
