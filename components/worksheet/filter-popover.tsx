"use client";
import { ListFilter } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { count } from "@/components/ui/count";
import { Popover } from "@/components/ui/popover";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { NOT_APPLICABLE, optionsAt, UNKNOWN, UNSET } from "@/components/worksheet/cell-text";
import { filterWords, isPicked } from "@/components/worksheet/sort-filter";
import type { Column, ColumnFilter, ColumnOption, WorksheetRow } from "@/components/worksheet/types";

const ANSWERS: Record<string, string> = {
  [UNSET]: "No answer",
  [UNKNOWN]: "Unknown",
  [NOT_APPLICABLE]: "Not applicable",
};

/** What a column can be filtered by: its options, those of the rows, and the answers that are no option. */
export function filterOptions<R extends WorksheetRow>(column: Column<R>, rows: readonly R[]): ColumnOption[] {
  const found = new Map<string, ColumnOption>();
  if (isPicked(column)) {
    if (typeof column.options !== "function") {
      for (const option of optionsAt(column, rows[0] as R)) found.set(option.value, option);
    } else {
      for (const row of rows) for (const option of optionsAt(column, row)) found.set(option.value, option);
    }
  }
  const answers = [
    UNSET,
    ...(column.unknown ? [UNKNOWN] : []),
    ...(column.notApplicable ? [NOT_APPLICABLE] : []),
  ];
  return [...found.values(), ...answers.map((value) => ({ value, label: ANSWERS[value] ?? value }))];
}

/** A filter in words: "is Preview or Unknown", "contains cache". */
export function filterWording<R extends WorksheetRow>(
  column: Column<R>,
  filter: ColumnFilter,
  rows: readonly R[],
): string {
  if (filter.op === "has") return `contains “${filter.text}”`;
  const options = filterOptions(column, rows);
  return `is ${filter.values.map((value) => options.find((option) => option.value === value)?.label ?? value).join(" or ")}`;
}

function ColumnFilterForm<R extends WorksheetRow>({
  column,
  rows,
  filter,
  onFilter,
}: {
  column: Column<R>;
  rows: readonly R[];
  filter: ColumnFilter | undefined;
  onFilter: (filter: ColumnFilter | null) => void;
}) {
  const options = useMemo(() => filterOptions(column, rows), [column, rows]);
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const row of rows)
      for (const word of filterWords(column, row)) found.set(word, (found.get(word) ?? 0) + 1);
    return found;
  }, [column, rows]);
  const chosen = filter?.op === "in" ? filter.values : [];
  const text = filter?.op === "has" ? filter.text : "";
  return (
    <div className="flex flex-col gap-2">
      {isPicked(column) ? null : (
        <TextField
          aria-label={`${column.header} contains`}
          placeholder="Contains…"
          value={text}
          onChange={(next) => onFilter(next ? { id: column.id, op: "has", text: next } : null)}
        />
      )}
      <div className="flex max-h-64 flex-col gap-1 overflow-y-auto">
        {options.map((option) => (
          <div key={option.value} className="flex justify-between gap-4">
            <Checkbox
              checked={chosen.includes(option.value)}
              onChange={(on) => {
                const values = on
                  ? [...chosen, option.value]
                  : chosen.filter((value) => value !== option.value);
                onFilter(values.length ? { id: column.id, op: "in", values } : null);
              }}
            >
              {option.label}
            </Checkbox>
            <span className="text-ink-3">{rows.length ? count(counts.get(option.value) ?? 0) : ""}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Filters by column: which column, then which answers. */
export function FilterPopover<R extends WorksheetRow>({
  columns,
  rows,
  filters,
  onFilters,
  column,
  onColumn,
}: {
  columns: readonly Column<R>[];
  rows: readonly R[];
  filters: readonly ColumnFilter[];
  onFilters: (filters: ColumnFilter[]) => void;
  column: string | null | undefined;
  onColumn: (column: string | null | undefined) => void;
}) {
  const filterable = columns.filter((candidate) => candidate.filterable !== false);
  const current = filterable.find(({ id }) => id === column);
  return (
    <Popover
      open={column !== undefined}
      onOpenChange={(open) => onColumn(open ? null : undefined)}
      title="Filter"
      trigger={
        <Button size="small" variant="quiet">
          <ListFilter aria-hidden className="size-3.5" />
          Filter
        </Button>
      }
    >
      <div className="flex w-64 max-w-full flex-col gap-3">
        <Select
          label="Column"
          placeholder="Column…"
          value={current?.id ?? null}
          onChange={onColumn}
          options={filterable.map(({ id, header }) => ({ value: id, label: header }))}
        />
        {current ? (
          <ColumnFilterForm
            column={current}
            rows={rows}
            filter={filters.find(({ id }) => id === current.id)}
            onFilter={(next) =>
              onFilters([...filters.filter(({ id }) => id !== current.id), ...(next ? [next] : [])])
            }
          />
        ) : null}
      </div>
    </Popover>
  );
}
