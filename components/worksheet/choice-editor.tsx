// biome-ignore-all lint/a11y/useFocusableInteractive: the input keeps the focus (aria-activedescendant).
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are handled by the input.
// biome-ignore-all lint/a11y/useSemanticElements: a select cannot be searched.
"use client";
import { Check } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { cellValues, optionsAt } from "@/components/worksheet/cell-text";
import { type Choice, choicesFor, firstMatch } from "@/components/worksheet/choices";
import type { CellEditorProps } from "@/components/worksheet/editor-popup";
import { ReasonForm } from "@/components/worksheet/reason-form";
import type { WorksheetRow } from "@/components/worksheet/types";
import { useFocusAtOnce } from "@/components/worksheet/use-focus-at-once";
import type { Cell } from "@/lib/review/cell";

/** Picks one of, or several of, the options; and the answers that are no option. Typing narrows the list. */
export function ChoiceEditor<R extends WorksheetRow>(props: CellEditorProps<R>) {
  const { column, row, cell, seed, onDraft, onCommit, onCancel, focusRef } = props;
  const id = useId();
  const isMulti = column.kind === "multi-choice";
  const [typed, setTyped] = useState(seed?.trim() ?? "");
  const [picked, setPicked] = useState(() => cellValues(cell));
  const [isReason, setReason] = useState(false);
  const choices = choicesFor(column, optionsAt(column, row), typed);
  const [at, setAt] = useState(() =>
    seed
      ? firstMatch(choices, seed)
      : Math.max(
          0,
          choices.findIndex((c) => isChosen(c)),
        ),
  );
  const list = useRef<HTMLDivElement>(null);
  const [touched, setTouched] = useState(seed !== undefined);

  useFocusAtOnce(focusRef);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: "nearest" });
  }, [at]);

  function isChosen(choice: Choice): boolean {
    if (choice.kind === "option") return picked.includes(choice.option.value);
    return choice.kind === cell.state && picked.length === 0;
  }
  const several = (values: string[]): Cell =>
    values.length ? { state: "value", value: values } : { state: "unset" };
  const pick = (choice: Choice | undefined, then: "stay" | "right" | "left" = "stay") => {
    if (!choice) return onCancel();
    if (choice.kind === "not-applicable") return setReason(true);
    if (choice.kind === "unknown" || choice.kind === "unset") return onCommit({ state: choice.kind }, then);
    const { value } = choice.option;
    if (!isMulti) return onCommit({ state: "value", value }, then);
    const next = picked.includes(value) ? picked.filter((other) => other !== value) : [...picked, value];
    setPicked(next);
    setTyped("");
    onDraft(column.required && next.length === 0 ? null : several(next));
  };
  const go = (to: number) => {
    setAt(choices.length ? (to + choices.length) % choices.length : 0);
    setTouched(true);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at - 1);
    else if (event.key === "Enter" && isMulti && event.ctrlKey) onCommit(several(picked), "stay");
    else if (event.key === "Enter") pick(choices[at]);
    else if (event.key === "Tab") {
      const then = event.shiftKey ? "left" : "right";
      if (isMulti) onCommit(several(picked), then);
      else if (touched && choices[at]?.kind !== "not-applicable") pick(choices[at], then);
      else onCommit(cell, then);
    } else return;
    event.preventDefault();
  };
  if (isReason)
    return (
      <ReasonForm
        start={cell.state === "not-applicable" ? cell.reason : ""}
        onSave={(reason) => onCommit({ state: "not-applicable", reason }, "stay")}
        onDraft={(reason) => onDraft(reason ? { state: "not-applicable", reason } : null)}
      />
    );
  return (
    <>
      <input
        ref={(element) => {
          focusRef.current = element;
        }}
        role="combobox"
        aria-label={column.header}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={choices[at] ? `${id}-${at}` : undefined}
        value={typed}
        placeholder={isMulti ? `${picked.length || "None"} chosen` : "Type to find"}
        onChange={(event) => {
          setTyped(event.target.value);
          setTouched(true);
          setAt(
            firstMatch(choicesFor(column, optionsAt(column, row), event.target.value), event.target.value),
          );
        }}
        onKeyDown={onKeyDown}
        className="w-full min-w-48 shrink-0 border-b bg-transparent px-2 py-[5px] outline-none placeholder:text-ink-3"
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={column.header}
        aria-multiselectable={isMulti || undefined}
        className="min-h-0 max-w-96 flex-1 overflow-y-auto py-1"
      >
        {choices.map((choice, index) => (
          <div
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={isChosen(choice)}
            data-at={index}
            data-active={index === at || undefined}
            onPointerMove={() => index !== at && setAt(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(choice)}
            className={`option ${choice.kind === "option" ? "" : "text-ink-2 italic"} ${choice.isFirstAnswer ? "mt-1 border-t" : ""}`}
          >
            <span className="w-4 shrink-0">
              {isChosen(choice) ? <Check aria-hidden className="size-3.5" /> : null}
            </span>
            <span className="flex min-w-0 flex-col">
              <span>{choice.label}</span>
              {choice.kind === "option" && choice.option.hint ? (
                <span className="text-small text-ink-3">{choice.option.hint}</span>
              ) : null}
            </span>
          </div>
        ))}
        {choices.length === 0 ? <div className="px-3 py-1 text-ink-3">Nothing matches</div> : null}
      </div>
      {isMulti ? (
        <div className="shrink-0 border-t px-2 py-1 text-small text-ink-3">
          Enter ticks · Tab saves · Esc restores
        </div>
      ) : null}
    </>
  );
}
