"use client";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { classes } from "@/components/ui/classes";

export interface Option<V extends string = string> {
  value: V;
  label: string;
  /** A second line, in plain words. */
  hint?: string;
  disabled?: boolean;
}

/** One of a few. For more than about twelve, or with search, take `Combobox`. */
export function Select<V extends string>({
  value,
  onChange,
  options,
  label,
  placeholder = "Choose…",
  disabled,
  size = "regular",
  name,
  className,
}: {
  value: V | null;
  onChange: (value: V) => void;
  options: readonly Option<V>[];
  /** Accessible name where no `Field` gives one. */
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  size?: "regular" | "small";
  name?: string;
  className?: string;
}) {
  return (
    <Base.Root
      name={name}
      value={value}
      onValueChange={(next) => (next === null ? undefined : onChange(next as V))}
      items={options as Option<V>[]}
      disabled={disabled}
      modal={false}
    >
      <Base.Trigger
        aria-label={label}
        className={classes(
          "control flex items-center justify-between gap-2 text-left",
          size === "small" && "min-h-7! py-[3px]!",
          className,
        )}
      >
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-ink-3" />
        <Base.Icon>
          <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className="popup max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto py-1 outline-none">
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className="option"
                >
                  <span className="w-4 shrink-0">
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-3.5" />
                    </Base.ItemIndicator>
                  </span>
                  <span className="flex max-w-96 flex-col">
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.hint ? <span className="text-small text-ink-3">{option.hint}</span> : null}
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
