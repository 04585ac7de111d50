"use client";
import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { EVENT_TYPES, type EventType } from "@/lib/audit/events";
import type { ActivityFilter } from "@/lib/review/activity-query";
import { ENTITIES } from "@/lib/review/fields";
import { ROW_KINDS, type RowKind } from "@/lib/review/row-link";

const ANY = "any";

const KIND_OPTIONS = [
  { value: ANY, label: "Any kind of row" },
  { value: "review", label: "Scope" },
  ...(Object.keys(ROW_KINDS) as RowKind[]).map((kind) => ({
    value: kind as string,
    label: `${ENTITIES[ROW_KINDS[kind].entity].label}s`,
  })),
];

const REVIEW_TYPES = (Object.keys(EVENT_TYPES) as EventType[]).filter(
  (type) => !/^(workspace|member|invitation|session|token|system)\./.test(type),
);
const TYPE_OPTIONS = [
  { value: ANY, label: "Anything done" },
  ...REVIEW_TYPES.map((type) => ({
    value: type as string,
    label: EVENT_TYPES[type].charAt(0).toUpperCase() + EVENT_TYPES[type].slice(1),
  })),
];

/** The filters of the activity page; the address holds them. */
export function ActivityFilters({
  filter,
  people,
  onChange,
}: {
  filter: ActivityFilter;
  people: readonly { id: string; name: string }[];
  onChange: (filter: ActivityFilter) => void;
}) {
  const set = (patch: ActivityFilter) => onChange({ ...filter, ...patch });
  const or = (value: string) => (value === ANY ? undefined : value);
  return (
    <search className="flex flex-wrap items-center gap-2 pb-4">
      <Select
        label="Person"
        className="w-48!"
        value={filter.actor ?? ANY}
        options={[
          { value: ANY, label: "Anybody" },
          ...people.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) => set({ actor: or(value) })}
      />
      <Select
        label="Kind of row"
        className="w-44!"
        value={filter.kind ?? ANY}
        options={KIND_OPTIONS}
        onChange={(value) => set({ kind: or(value) as ActivityFilter["kind"] })}
      />
      <Select
        label="What was done"
        className="w-56!"
        value={filter.type?.[0] ?? ANY}
        options={TYPE_OPTIONS}
        onChange={(value) => set({ type: value === ANY ? undefined : [value as EventType] })}
      />
      {filter.row ? (
        <Button size="small" onClick={() => set({ row: undefined })}>
          Only {filter.row}
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
