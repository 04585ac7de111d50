"use client";
import { Progress as Base } from "@base-ui/react/progress";
import { Button } from "@/components/ui/button";

/** Long work: what is being done, how far, and a way out. `value` null when the end is not known. */
export function Progress({
  value,
  label,
  detail,
  onCancel,
}: {
  /** 0 to 100. */
  value: number | null;
  label: string;
  detail?: string;
  onCancel?: () => void;
}) {
  return (
    <div className="flex items-end gap-4">
      <Base.Root value={value} className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex justify-between gap-4">
          <Base.Label>{label}</Base.Label>
          <span className="text-ink-3">{detail}</span>
        </div>
        <Base.Track className="h-1 overflow-hidden bg-paper-3">
          <Base.Indicator className="h-full bg-accent data-indeterminate:w-1/4 data-indeterminate:animate-[slide-line_1.6s_linear_infinite]" />
        </Base.Track>
      </Base.Root>
      {onCancel ? (
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
    </div>
  );
}
