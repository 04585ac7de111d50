"use client";
import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronDown, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Option } from "@/components/ui/select";

interface Shared {
  options: readonly Option[];
  /** Accessible name where no `Field` gives one. */
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  /** Said when nothing matches. */
  empty?: ReactNode;
}

function Popup({ empty }: { empty: ReactNode }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50 outline-none">
        <Base.Popup className="popup w-(--anchor-width) min-w-56">
          <Base.Empty>
            <div className="px-3 py-2 text-ink-3">{empty}</div>
          </Base.Empty>
          <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto py-1 outline-none data-empty:p-0">
            {(option: Option) => (
              <Base.Item key={option.value} value={option} disabled={option.disabled} className="option">
                <span className="w-4 shrink-0">
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-3.5" />
                  </Base.ItemIndicator>
                </span>
                <span className="flex min-w-0 flex-col">
                  <span>{option.label}</span>
                  {option.hint ? <span className="text-small text-ink-3">{option.hint}</span> : null}
                </span>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

const same = (a: Option, b: Option) => a.value === b.value;

/** One of many, found by typing. */
export function Combobox({
  value,
  onChange,
  options,
  label,
  placeholder = "Type to search…",
  disabled,
  empty = "Nothing matches",
}: Shared & { value: string | null; onChange: (value: string | null) => void }) {
  return (
    <Base.Root
      items={options as Option[]}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(next: Option | null) => onChange(next?.value ?? null)}
      isItemEqualToValue={same}
      disabled={disabled}
      autoHighlight
    >
      <Base.InputGroup className="relative">
        <Base.Input aria-label={label} placeholder={placeholder} className="control pr-14!" />
        <span className="absolute inset-y-0 right-1 flex items-center text-ink-3">
          <Base.Clear aria-label="Clear" className="flex size-6 items-center justify-center">
            <X aria-hidden className="size-3.5" />
          </Base.Clear>
          <Base.Trigger aria-label="Show all" className="flex size-6 items-center justify-center">
            <ChevronDown aria-hidden className="size-3.5" />
          </Base.Trigger>
        </span>
      </Base.InputGroup>
      <Popup empty={empty} />
    </Base.Root>
  );
}

/** Several of many, found by typing; the chosen ones stand before the input. */
export function MultiCombobox({
  value,
  onChange,
  options,
  label,
  placeholder = "Add…",
  disabled,
  empty = "Nothing matches",
}: Shared & { value: readonly string[]; onChange: (value: string[]) => void }) {
  const chosen = options.filter((option) => value.includes(option.value));
  return (
    <Base.Root
      items={options as Option[]}
      multiple
      value={chosen}
      onValueChange={(next: Option[]) => onChange(next.map((option) => option.value))}
      isItemEqualToValue={same}
      disabled={disabled}
      autoHighlight
    >
      <Base.InputGroup className="control flex! flex-wrap items-center gap-1 py-[3px]!">
        <Base.Chips className="contents">
          {chosen.map((option) => (
            <Base.Chip
              key={option.value}
              aria-label={option.label}
              className="flex items-center gap-1 rounded-control bg-paper-3 pl-2"
            >
              {option.label}
              <Base.ChipRemove
                aria-label={`Remove ${option.label}`}
                className="flex size-6 items-center justify-center text-ink-3"
              >
                <X aria-hidden className="size-3" />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input
            aria-label={label}
            placeholder={chosen.length ? undefined : placeholder}
            className="h-6 min-w-16 flex-1 bg-transparent outline-none placeholder:text-ink-3"
          />
        </Base.Chips>
      </Base.InputGroup>
      <Popup empty={empty} />
    </Base.Root>
  );
}
