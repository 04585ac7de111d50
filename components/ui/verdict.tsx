import { Check, CircleDashed, CircleSlash, Minus, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";

export type VerdictTone = "good" | "bad" | "warn" | "open" | "neutral" | "off";

const MARKS: Record<VerdictTone, { colour: string; icon: typeof Check }> = {
  good: { colour: "text-green", icon: Check },
  bad: { colour: "text-red", icon: X },
  warn: { colour: "text-amber", icon: TriangleAlert },
  open: { colour: "text-ink-2", icon: CircleDashed },
  neutral: { colour: "text-ink-2", icon: Minus },
  off: { colour: "text-ink-3", icon: CircleSlash },
};

/** A verdict or state: mark and word. The word is the caller's: "blocked", "in force", "bypasses the broker". */
export function Verdict({ tone, children }: { tone: VerdictTone; children: ReactNode }) {
  const { colour, icon: Icon } = MARKS[tone];
  return (
    <span className={classes("inline-flex items-baseline gap-1.5", colour)}>
      <Icon aria-hidden className="h-[1lh] w-3.5 shrink-0 self-start" strokeWidth={2.25} />
      <span>{children}</span>
    </span>
  );
}
