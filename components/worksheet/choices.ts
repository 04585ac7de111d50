import type { Column, ColumnOption, WorksheetRow } from "@/components/worksheet/types";

const NEW = "~new:";

/** The value of a reference to something that is only about to be made, and the name in such a value. */
export const newValue = (name: string): string => `${NEW}${name}`;
export const nameToMake = (value: unknown): string | null =>
  typeof value === "string" && value.startsWith(NEW) ? value.slice(NEW.length) : null;

/** A line of the choice editor: an option, or an answer that is no option. */
export type Choice = { key: string; label: string; isFirstAnswer?: boolean } & (
  | { kind: "option"; option: ColumnOption }
  | { kind: "unknown" }
  | { kind: "not-applicable" }
  | { kind: "unset" }
);

/** The lines that match what was typed: options first, then the answers that the column allows. */
export function choicesFor<R extends WorksheetRow>(
  column: Column<R>,
  options: readonly ColumnOption[],
  typed: string,
): Choice[] {
  const wanted = typed.trim().toLowerCase();
  const matches = (label: string) => label.toLowerCase().includes(wanted);
  const found: Choice[] = options
    .filter(({ label }) => matches(label))
    .map((option) => ({ kind: "option", key: option.value, label: option.label, option }));
  const name = typed.trim();
  if (column.creates && name && !options.some(({ label }) => label.toLowerCase() === wanted)) {
    const option = { value: newValue(name), label: `Create ${column.creates} “${name}”` };
    found.push({ kind: "option", key: NEW, label: option.label, option });
  }
  const answers: Choice[] = [];
  if (column.unknown) answers.push({ kind: "unknown", key: "~unknown", label: "Unknown" });
  if (column.notApplicable)
    answers.push({ kind: "not-applicable", key: "~not-applicable", label: "Not applicable, because…" });
  if (!column.required) answers.push({ kind: "unset", key: "~unset", label: "No answer" });
  return [
    ...found,
    ...answers
      .filter(({ label }) => matches(label))
      .map((answer, index) => ({ ...answer, isFirstAnswer: index === 0 && found.length > 0 })),
  ];
}

/** Where the highlight goes after typing: the first option that begins so, else the first, else an answer. */
export function firstMatch(choices: readonly Choice[], typed: string): number {
  const start = typed.trim().toLowerCase();
  const begins = choices.findIndex(
    ({ kind, label }) => kind === "option" && label.toLowerCase().startsWith(start),
  );
  return Math.max(0, begins);
}
