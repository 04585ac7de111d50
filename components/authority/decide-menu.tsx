"use client";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
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
  onRisk,
  text = "Decide",
  more = [],
}: {
  deciding: Deciding;
  onDecide: (deciding: Deciding, decision: Decision | "unset") => void;
  /** Begins a residual risk that covers it, for who can write one. */
  onRisk?: (deciding: Deciding) => void;
  text?: string;
  /** Further entries, below the decisions. */
  more?: readonly MenuEntry[];
}) {
  // A menu for each of many rows would cost more than the rows: it is made by the first press.
  const [isMade, setMade] = useState(false);
  const button = (
    <Button
      size="small"
      variant="quiet"
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={`${text}: ${deciding.label}`}
      onClick={isMade ? undefined : () => setMade(true)}
    >
      <span className="max-w-44 truncate">{text}</span>
      <ChevronDown aria-hidden className="size-3.5" />
    </Button>
  );
  if (!isMade) return button;
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
  const others: MenuEntry[] = [
    ...(onRisk && (deciding.target.kind === "rows" || deciding.target.kind === "place")
      ? [{ label: "Write a residual risk…", onSelect: () => onRisk(deciding) }]
      : []),
    ...more,
  ];
  return (
    <Menu
      align="end"
      label={`Decide ${deciding.label}`}
      entries={[...entries, ...(others.length > 0 ? [{ kind: "separator" } as const, ...others] : [])]}
      trigger={button}
      defaultOpen
      onClosed={() => setMade(false)}
    />
  );
}
