import type { ReactNode } from "react";
import { Keys } from "@/components/ui/keys";

const HINTS: [string[], ReactNode][] = [
  [["↑", "↓"], "move"],
  [["→", "←"], "unfold, fold"],
  [["Enter"], "inspect"],
  [["Space"], "select"],
  [["J"], "needed"],
  [["R"], "remove"],
  [["F"], "fix"],
  [["B"], "baseline"],
  [["L"], "layer"],
  [["A"], "accept"],
  [["U"], "take back"],
];

/** The keys of the tree, always in sight. */
export function KeyHints() {
  return (
    <p className="hidden flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-small text-ink-3 md:flex">
      {HINTS.map(([keys, what]) => (
        <span key={keys.join()} className="inline-flex items-center gap-1">
          {keys.map((key) => (
            <Keys key={key}>{key}</Keys>
          ))}
          {what}
        </span>
      ))}
    </p>
  );
}
