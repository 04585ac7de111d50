"use client";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { FINDING_STATES, type FindingFilter, QUESTIONS } from "@/lib/review/finding-list";
import { OPEN_ITEM_SEVERITIES } from "@/lib/review/open-items";
import { SEVERITIES, type Severity } from "@/lib/review/vocabulary";

const ANY = "any";
const OPEN_ITEMS = OPEN_ITEM_SEVERITIES.join(",");
const MINOR = "low,info";

const SEVERITY_OPTIONS = [
  { value: ANY, label: "Any severity" },
  { value: OPEN_ITEMS, label: "Medium and above" },
  { value: "critical,high", label: "High and above" },
  { value: MINOR, label: "Low and info" },
  ...SEVERITIES.map((word) => ({ value: word as string, label: word[0]!.toUpperCase() + word.slice(1) })),
];
const STATE_OPTIONS = [
  { value: ANY, label: "Any state" },
  ...Object.entries(FINDING_STATES).map(([value, label]) => ({ value, label })),
];
const QUESTION_OPTIONS = [
  { value: ANY, label: "Any question" },
  ...Object.entries(QUESTIONS).map(([value, label]) => ({ value, label: `${value}. ${label}` })),
];

/** The filters of a list of findings; the address holds them. */
export function FindingFilters({
  filter,
  rules,
  targetLabel,
  onChange,
}: {
  filter: FindingFilter;
  rules: readonly { id: string; title: string }[];
  /** What `filter.target` is called, where there is one. */
  targetLabel?: string;
  onChange: (filter: FindingFilter) => void;
}) {
  const set = (patch: Partial<FindingFilter>) => onChange({ ...filter, ...patch });
  const words = (value: string) => (value === ANY ? undefined : value.split(","));
  return (
    <search className="flex flex-wrap items-center gap-2 pb-3">
      <TextFilter value={filter.text ?? ""} onChange={(text) => set({ text: text || undefined })} />
      <Select
        label="State"
        className="w-36!"
        value={filter.state?.join(",") ?? ANY}
        options={withPresent(STATE_OPTIONS, filter.state)}
        onChange={(value) => set({ state: words(value) as FindingFilter["state"] })}
      />
      <Select
        label="Severity"
        className="w-44!"
        value={filter.severity?.join(",") ?? ANY}
        options={withPresent(SEVERITY_OPTIONS, filter.severity)}
        onChange={(value) => set({ severity: words(value) as Severity[] | undefined })}
      />
      <Select
        label="Question"
        className="w-64!"
        value={filter.question ? String(filter.question) : ANY}
        options={QUESTION_OPTIONS}
        onChange={(value) => set({ question: value === ANY ? undefined : Number(value) })}
      />
      <Select
        label="Rule"
        className="w-64!"
        value={filter.rule ?? ANY}
        options={[
          { value: ANY, label: "Any rule" },
          ...rules.map(({ id, title }) => ({ value: id, label: `${id} ${title}` })),
        ]}
        onChange={(value) => set({ rule: value === ANY ? undefined : value })}
      />
      {filter.target ? (
        <Button size="small" onClick={() => set({ target: undefined })}>
          About {targetLabel ?? filter.target}
          <X aria-label="Remove this filter" className="size-3.5" />
        </Button>
      ) : null}
      {Object.values(filter).some((value) => value !== undefined) ? (
        <Button variant="quiet" size="small" onClick={() => onChange({})}>
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}

/** A combination that the list does not offer, from a link, is shown as it is. */
function withPresent(
  options: { value: string; label: string }[],
  present: readonly string[] | undefined,
): { value: string; label: string }[] {
  const value = present?.join(",");
  if (!value || options.some((option) => option.value === value)) return options;
  return [...options, { value, label: present!.join(", ") }];
}

/** Waits until the person pauses, so that each letter is no page of its own. */
function TextFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the wait.
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), 300);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextField
      type="search"
      aria-label="Search findings"
      placeholder="Search findings"
      className="w-52!"
      value={typed}
      onChange={setTyped}
    />
  );
}
