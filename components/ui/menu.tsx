"use client";
import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactElement, ReactNode } from "react";
import { Keys } from "@/components/ui/keys";

export type MenuEntry =
  | {
      kind?: "action";
      label: ReactNode;
      onSelect: () => void;
      danger?: boolean;
      disabled?: boolean;
      keys?: string;
    }
  | { kind: "link"; label: ReactNode; href: string }
  | {
      kind: "check";
      label: ReactNode;
      checked: boolean;
      onChange: (checked: boolean) => void;
      disabled?: boolean;
    }
  | { kind: "heading"; label: ReactNode }
  | { kind: "separator" };

function Entry({ entry }: { entry: Exclude<MenuEntry, { kind: "separator" }> }) {
  if (entry.kind === "heading")
    return <div className="px-3 pt-2 pb-1 text-small text-ink-3">{entry.label}</div>;
  if (entry.kind === "link")
    return (
      <Base.LinkItem render={<Link href={entry.href} />} closeOnClick className="option px-3!">
        {entry.label}
      </Base.LinkItem>
    );
  if (entry.kind === "check")
    return (
      <Base.CheckboxItem
        checked={entry.checked}
        onCheckedChange={(next) => entry.onChange(next)}
        disabled={entry.disabled}
        className="option"
      >
        <span className="w-4 shrink-0">
          <Base.CheckboxItemIndicator>
            <Check aria-hidden className="size-3.5" />
          </Base.CheckboxItemIndicator>
        </span>
        {entry.label}
      </Base.CheckboxItem>
    );
  return (
    <Base.Item
      onClick={entry.onSelect}
      disabled={entry.disabled}
      className={`option justify-between gap-6! px-3! ${entry.danger ? "text-red" : ""}`}
    >
      {entry.label}
      {entry.keys ? <Keys>{entry.keys}</Keys> : null}
    </Base.Item>
  );
}

/** A menu of actions, links and ticks under its trigger. */
export function Menu({
  trigger,
  entries,
  align = "start",
  label,
  defaultOpen,
  onClosed,
}: {
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: "start" | "end";
  label?: string;
  /** For a menu that is made only when somebody asks for it. */
  defaultOpen?: boolean;
  onClosed?: () => void;
}) {
  return (
    <Base.Root
      modal={false}
      defaultOpen={defaultOpen}
      onOpenChangeComplete={(open) => {
        if (!open) onClosed?.();
      }}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50 outline-none">
          <Base.Popup
            aria-label={label}
            className="popup max-h-(--available-height) min-w-44 overflow-y-auto py-1 outline-none"
          >
            {entries.map((entry, index) =>
              entry.kind === "separator" ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own.
                <Base.Separator key={index} className="my-1 border-t" />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own.
                <Entry key={index} entry={entry} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
