import { z } from "zod";
import { type EntityKind, type Field, fieldOf, LONGEST_TEXT, storableText } from "./fields";

/** An answer that is no value: "unknown", or "not applicable" with the reason. */
export type Answer = { state: "unknown" } | { state: "not-applicable"; reason: string };

/** What a cell holds. `unset` is a cell that nobody has answered. */
export type Cell<T = unknown> = { state: "value"; value: T } | { state: "unset" } | Answer;

/** Something with cells: values stand under their field's name, other answers in `answers`. */
export type Answered = { answers: Record<string, Answer> };

/** Reads one cell of a row. */
export function cellOf<R extends Answered, K extends keyof R & string>(
  row: R,
  field: K,
): Cell<NonNullable<R[K]>> {
  const answer = row.answers[field];
  if (answer) return answer;
  const value = row[field];
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) {
    return { state: "unset" };
  }
  return { state: "value", value: value as NonNullable<R[K]> };
}

/** Whether nobody knows: the cell is unset or answered "unknown". */
export const isOpen = (cell: Cell): boolean => cell.state === "unset" || cell.state === "unknown";

/** The value of a cell, or undefined for any other answer. */
export const valueIn = <T>(cell: Cell<T>): T | undefined => (cell.state === "value" ? cell.value : undefined);

/**
 * The schema of a cell as it is sent: `{state:"value", value}`, `{state:"unset"}`, and, where the
 * field allows it, `{state:"unknown"}` and `{state:"not-applicable", reason}`.
 */
export function cellSchema(entity: EntityKind, fieldName: string): z.ZodType<Cell> {
  const field = fieldOf(entity, fieldName);
  if (!field) throw new RangeError(`${entity} has no field ${fieldName}`);
  return schemaOf(field);
}

function schemaOf(field: Field): z.ZodType<Cell> {
  const value = z.strictObject({ state: z.literal("value"), value: field.schema });
  const unset = z.strictObject({ state: z.literal("unset") });
  const unknown = z.strictObject({ state: z.literal("unknown") });
  const notApplicable = z.strictObject({
    state: z.literal("not-applicable"),
    reason: storableText(LONGEST_TEXT).refine((reason) => reason.trim() !== "", "Say why it does not apply."),
  });
  const options: z.ZodType[] = field.kind === "name" ? [value] : [value, unset];
  if (field.unknown) options.push(unknown);
  if (field.notApplicable) options.push(notApplicable);
  return z.union(options as [z.ZodType, z.ZodType]) as unknown as z.ZodType<Cell>;
}
