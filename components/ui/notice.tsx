import { CircleX, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";

const TONES = {
  info: { classes: "border-accent bg-accent-wash", ink: "text-accent", icon: Info, word: "Note" },
  warn: { classes: "border-amber bg-amber-wash", ink: "text-amber", icon: TriangleAlert, word: "Warning" },
  error: { classes: "border-red bg-red-wash", ink: "text-red", icon: CircleX, word: "Error" },
};

/** Something to know before going on: what happened, why, what to do. Errors are announced. */
export function Notice({
  tone = "info",
  title,
  children,
  action,
}: {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const { classes: look, ink, icon: Icon, word } = TONES[tone];
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={classes("flex items-start gap-3 border-l-2 px-3 py-2 text-grid", look)}
    >
      <Icon aria-label={word} className={classes("mt-0.5 size-4 shrink-0", ink)} />
      <div className="min-w-0 flex-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {action}
    </div>
  );
}
