import type { ReactNode } from "react";
import { KeyValue } from "@/components/ui/key-value";
import { fieldsOf } from "@/lib/review/fields";
import { type CellRow, cellWords, type NameOf, rowCell } from "@/lib/review/row-cells";

/** Every cell of a row in a form to be read; `more` stands behind a cell's own words. */
export function CellFacts({
  entity,
  row,
  nameOf,
  more = {},
  leaveOut = ["name"],
}: {
  entity: "entryPoint" | "executor";
  row: CellRow;
  nameOf: NameOf;
  more?: Readonly<Record<string, ReactNode>>;
  leaveOut?: readonly string[];
}) {
  const items = fieldsOf(entity)
    .filter(([field]) => !leaveOut.includes(field))
    .map(([field, { label }]) => ({
      key: label,
      value: (
        <Answer words={cellWords(entity, field, rowCell(entity, row, field), nameOf)} more={more[field]} />
      ),
    }));
  return <KeyValue items={items} />;
}

function Answer({ words, more }: { words: string; more: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      {words ? <p className="break-words whitespace-pre-wrap">{words}</p> : null}
      {words || more ? more : <p className="text-ink-3">Not answered</p>}
    </div>
  );
}
