"use client";
import { useRef, useState } from "react";
import { cellWords } from "@/components/review/cell-words";
import { useLeaveWarning } from "@/components/review/use-leave-warning";
import { Combobox, MultiCombobox } from "@/components/ui/combobox";
import { LongText } from "@/components/ui/long-text";
import { RadioGroup } from "@/components/ui/radio-group";
import { type Option, Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import type { Cell } from "@/lib/review/cell";
import type { FieldKind } from "@/lib/review/fields";

interface CellControlProps {
  kind: FieldKind;
  label: string;
  cell: Cell;
  version: number;
  editable: boolean;
  options: readonly Option[];
  radio?: boolean;
  rows?: number;
  mono?: boolean;
  placeholder?: string;
  /** The new cell and the version that the person saw when they began. */
  onCommit: (value: Cell, version: number) => void;
}

const asValue = (value: unknown): Cell => ({ state: "value", value });

/** The control that fits a cell's kind, or its words where it may not be changed. */
export function CellControl(props: CellControlProps) {
  const { kind, label, cell, version, editable, options, onCommit } = props;
  if (!editable) return <ReadOnly cell={cell} options={options} mono={props.mono} />;
  const chosen = cell.state === "value" ? (cell.value as string) : null;
  const placeholder = cell.state === "unknown" ? "Unknown" : undefined;
  if (props.radio) {
    return (
      <RadioGroup
        label={label}
        value={chosen}
        options={options}
        onChange={(value) => onCommit(asValue(value), version)}
      />
    );
  }
  if (kind === "choice") {
    return (
      <Select
        value={chosen}
        options={options}
        placeholder={placeholder}
        onChange={(value) => onCommit(asValue(value), version)}
      />
    );
  }
  if (kind === "reference") {
    return (
      <Combobox
        value={chosen}
        options={options}
        placeholder={placeholder}
        onChange={(value) => onCommit(value === null ? { state: "unset" } : asValue(value), version)}
      />
    );
  }
  if (kind === "choices") {
    return (
      <MultiCombobox
        value={cell.state === "value" ? (cell.value as string[]) : []}
        options={options}
        placeholder={placeholder}
        onChange={(values) => onCommit(values.length === 0 ? { state: "unset" } : asValue(values), version)}
      />
    );
  }
  return <TextControl {...props} />;
}

function ReadOnly({ cell, options, mono }: { cell: Cell; options: readonly Option[]; mono?: boolean }) {
  const words = cellWords(cell, options);
  if (words === "") return <p className="text-ink-3">Not answered</p>;
  return (
    <p className={mono ? "font-mono" : undefined}>
      <LongText text={words} />
    </p>
  );
}

/**
 * A text that is saved when it is left or with Ctrl+Enter; Esc restores. The version is the one seen
 * when writing began, so that a change that comes in meanwhile is a conflict and no silent loss.
 */
function TextControl({ kind, cell, version, rows, mono, placeholder, onCommit }: CellControlProps) {
  const present = cell.state === "value" ? String(cell.value) : "";
  const [draft, setDraft] = useState<string | null>(null);
  const seen = useRef(version);
  useLeaveWarning(draft !== null && draft !== present);
  const commit = () => {
    if (draft === null) return;
    setDraft(null);
    // A name is never empty: leaving it so restores it.
    if (draft === present || (kind === "name" && draft.trim() === "")) return;
    onCommit(draft.trim() === "" ? { state: "unset" } : asValue(draft), seen.current);
  };
  const shared = {
    value: draft ?? present,
    mono,
    placeholder: cell.state === "unknown" ? "Unknown: write here once somebody knows" : (placeholder ?? " "),
    onChange: (next: string) => {
      if (draft === null) seen.current = version;
      setDraft(next);
    },
    onBlur: commit,
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === "Escape" && draft !== null) {
        event.stopPropagation();
        setDraft(null);
      }
      if (event.key === "Enter" && (kind !== "text" || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        commit();
      }
    },
  };
  if (kind === "text") return <TextArea {...shared} rows={rows ?? 3} />;
  return <TextField {...shared} type={kind === "date" ? "date" : kind === "link" ? "url" : "text"} />;
}
