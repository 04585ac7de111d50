import { classes } from "@/components/ui/classes";
import { type Severity as Level, SEVERITY_WORDS } from "@/lib/review/vocabulary";

export type SeverityLevel = Level;

const LEVELS: Record<SeverityLevel, { colour: string; path: string; hollow?: boolean }> = {
  critical: { colour: "text-red", path: "M4 .5h4L11.5 4v4L8 11.5H4L.5 8V4z" },
  high: { colour: "text-red", path: "M6 1 11.5 11H.5z" },
  medium: { colour: "text-amber", path: "M6 .5 11.5 6 6 11.5.5 6z" },
  low: { colour: "text-ink-2", path: "M1 2h10L6 11z", hollow: true },
  info: { colour: "text-ink-3", path: "M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1z", hollow: true },
};

/** Severity by shape, word and colour. `iconOnly` keeps the word for screen readers and the title. */
export function Severity({ level, iconOnly }: { level: SeverityLevel; iconOnly?: boolean }) {
  const { colour, path, hollow } = LEVELS[level];
  const word = SEVERITY_WORDS[level];
  return (
    <span
      className={classes("inline-flex items-center gap-1.5 whitespace-nowrap", colour)}
      title={iconOnly ? word : undefined}
    >
      <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0">
        <path
          d={path}
          fill={hollow ? "none" : "currentColor"}
          stroke="currentColor"
          strokeWidth={hollow ? 1.25 : 0}
        />
      </svg>
      <span className={iconOnly ? "sr-only" : level === "critical" ? "font-semibold" : undefined}>
        {word}
      </span>
    </span>
  );
}
