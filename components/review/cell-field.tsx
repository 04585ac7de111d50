"use client";
import { useState, useSyncExternalStore } from "react";
import { CellAnswers } from "@/components/review/cell-answers";
import { CellControl } from "@/components/review/cell-control";
import { cellWords } from "@/components/review/cell-words";
import { useLeaveWarning } from "@/components/review/use-leave-warning";
import { Field } from "@/components/ui/field";
import type { Option } from "@/components/ui/select";
import { SaveMark } from "@/components/worksheet/save-mark";
import { CellSaves, shownCell } from "@/components/worksheet/save-store";
import type { Column, OnSaveCell, WorksheetRow } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";
import { type EntityKind, fieldOf } from "@/lib/review/fields";

export interface CellFieldProps {
  /** Which cell it is; its label, words and possible answers come from `ENTITIES`. */
  entity: EntityKind;
  field: string;
  /** The row that holds it, as the save names it. */
  rowId: string;
  /** The cell as the row has it now; a live change comes in here and never overwrites what is being written. */
  cell: Cell;
  version: number;
  editable: boolean;
  /** The worksheet's own: `saveCellsAt(path)` of the pages makes one over the API. */
  onSave: OnSaveCell;
  label?: string;
  description?: string;
  placeholder?: string;
  /** Lines of a text. */
  rows?: number;
  /** For references, or to give choices a second line each. */
  options?: readonly Option[];
  /** A choice of few with all of them in sight. */
  radio?: boolean;
  mono?: boolean;
}

/**
 * One cell outside a grid, for scopes, inspectors and forms: saves when it is left, says how the save
 * stands, and offers keep mine or take theirs when somebody else was first.
 */
export function CellField(props: CellFieldProps) {
  const { entity, field, rowId, version, editable, onSave } = props;
  const definition = fieldOf(entity, field);
  const [saves] = useState(() => new CellSaves());
  const state = useSyncExternalStore(
    saves.subscribe,
    () => saves.ofRow(rowId)[field],
    () => undefined,
  );
  const shown = shownCell(props.cell, version, state);
  useLeaveWarning(state !== undefined && state.phase !== "saved");
  if (!definition) throw new RangeError(`${entity} has no field ${field}`);

  const label = props.label ?? definition.label;
  const options = props.options ?? wordsOf(definition.words);
  const save = (value: Cell, seen: number) =>
    void saves.save({ rowId, column: field, value, version: seen }, onSave);
  const row: WorksheetRow = { id: rowId, cells: { [field]: props.cell } };
  const column: Column = {
    id: field,
    header: label,
    width: 0,
    kind: "custom",
    text: (cell) => cellWords(cell, options),
  };
  const isGroup = props.radio && editable;
  const control = (
    <CellControl
      kind={definition.kind}
      label={label}
      cell={shown}
      version={version}
      editable={editable}
      options={options}
      radio={props.radio}
      rows={props.rows}
      mono={props.mono}
      placeholder={props.placeholder}
      onCommit={save}
    />
  );
  return (
    <div className="relative" data-cell={field}>
      {state ? (
        <div className="absolute top-0 right-0 flex h-5 items-center">
          <SaveMark
            roomy
            state={state}
            column={column}
            row={row}
            onRetry={() => save(state.value, state.phase === "failed" ? state.version : version)}
            onDrop={() => saves.drop(rowId, field)}
            onKeepMine={() => state.phase === "conflict" && save(state.value, state.conflict.version)}
            onTakeTheirs={() => saves.takeTheirs(rowId, field)}
          />
        </div>
      ) : null}
      {isGroup || !editable ? (
        <div className="flex flex-col gap-1">
          {isGroup ? null : <p className="font-medium">{label}</p>}
          {control}
        </div>
      ) : (
        <Field label={label} description={props.description}>
          {control}
        </Field>
      )}
      {editable ? (
        <CellAnswers
          cell={shown}
          label={label}
          unknown={definition.unknown}
          notApplicable={definition.notApplicable}
          clearable={definition.kind === "choice" || definition.kind === "reference"}
          onAnswer={(value) => save(value, version)}
        />
      ) : null}
    </div>
  );
}

const wordsOf = (words: Record<string, string> | undefined): Option[] =>
  Object.entries(words ?? {}).map(([value, label]) => ({ value, label }));
