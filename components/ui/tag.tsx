import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";

const TONES = {
  plain: "border-line-control text-ink-2",
  accent: "border-accent text-accent",
  red: "border-red text-red",
  amber: "border-amber text-amber",
  green: "border-green text-green",
};

/** A short word in a hairline: a status, a kind. Red, amber and green for verdicts only. */
export function Tag({
  children,
  tone = "plain",
  title,
}: {
  children: ReactNode;
  tone?: keyof typeof TONES;
  title?: string;
}) {
  return (
    <span
      title={title}
      className={classes(
        "inline-flex h-5 items-center gap-1 rounded-control border px-1.5 text-small whitespace-nowrap",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
