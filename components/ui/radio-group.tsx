"use client";
import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import { useId } from "react";
import type { Option } from "@/components/ui/select";

/** One of a few, all of them in sight. */
export function RadioGroup<V extends string>({
  value,
  onChange,
  options,
  label,
  disabled,
  name,
}: {
  value: V | null;
  onChange: (value: V) => void;
  options: readonly Option<V>[];
  label: string;
  disabled?: boolean;
  name?: string;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="text-grid font-medium">
        {label}
      </span>
      <Base
        aria-labelledby={id}
        name={name}
        value={value}
        onValueChange={(next) => onChange(next as V)}
        disabled={disabled}
        className="flex flex-col gap-2"
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's radio inside.
          <label key={option.value} className="flex items-start gap-2 text-grid">
            <Radio.Root
              value={option.value}
              disabled={option.disabled}
              className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-control bg-paper data-checked:border-accent"
            >
              <Radio.Indicator className="size-2 rounded-full bg-accent" />
            </Radio.Root>
            <span className="flex flex-col">
              <span>{option.label}</span>
              {option.hint ? <span className="text-small text-ink-3">{option.hint}</span> : null}
            </span>
          </label>
        ))}
      </Base>
    </div>
  );
}
