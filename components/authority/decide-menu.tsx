"use client";
import { ChevronDown } from "lucide-react";
import {
  DECISION_KEYS,
  DECISION_WORDS,
  type Deciding,
  decisionsFor,
  UNSET_KEY,
} from "@/components/authority/decide-target";
import { Button } from "@/components/ui/button";
import { Menu, type MenuEntry } from "@/components/ui/menu";
import type { Decision } from "@/lib/review/vocabulary";

/** Everything that can be decided about one row or many, each with its key. */
export function DecideMenu({
  deciding,
  onDecide,
  text = "Decide",
  more = [],
}: {
  deciding: Deciding;
  onDecide: (deciding: Deciding, decision: Decision | "unset") => void;
  text?: string;
  /** Further entries, below the decisions. */
  more?: readonly MenuEntry[];
}) {
  const entries: MenuEntry[] = decisionsFor(deciding.classes).map((decision) => ({
    label: DECISION_WORDS[decision],
    keys: DECISION_KEYS[decision],
    onSelect: () => onDecide(deciding, decision),
  }));
  if (deciding.isDecided)
    entries.push({
      label: "Take the decision back",
      keys: UNSET_KEY,
      onSelect: () => onDecide(deciding, "unset"),
    });
  return (
    <Menu
      align="end"
      label={`Decide ${deciding.label}`}
      entries={[...entries, ...(more.length > 0 ? [{ kind: "separator" } as const, ...more] : [])]}
      trigger={
        <Button size="small" variant="quiet" tabIndex={-1} aria-label={`${text}: ${deciding.label}`}>
          <span className="max-w-44 truncate">{text}</span>
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      }
    />
  );
}
