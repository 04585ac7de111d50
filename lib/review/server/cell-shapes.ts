import { z } from "zod";
import { cellSchema } from "../cell";
import { type EntityKind, fieldsOf } from "../fields";

/**
 * The shapes of an entity's cells for the OpenAPI document, from the schemas that check them: what
 * each cell holds, in a body that adds a row, in one that saves cells, and in a row that is read.
 */
export function cellShapes(entity: EntityKind): { create: z.ZodType; edit: z.ZodType; row: z.ZodType } {
  const fields = fieldsOf(entity);
  const of = (shape: (name: string) => z.ZodType) =>
    Object.fromEntries(fields.map(([name, { label }]) => [name, shape(name).describe(label).optional()]));
  const saved = (name: string) =>
    z.strictObject({
      cell: cellSchema(entity, name),
      version: z.int().min(0).describe("The version that was seen"),
    });
  const column = (name: string) => {
    const field = fields.find(([key]) => key === name)![1];
    return [
      field.kind === "reference" ? `${name}Id` : name,
      field.schema.nullable().describe(field.label),
    ] as const;
  };
  return {
    create: z.strictObject({ cells: z.strictObject(of((name) => cellSchema(entity, name))) }),
    edit: z.strictObject({ cells: z.strictObject(of(saved)) }),
    row: z.looseObject({
      id: z.uuid(),
      number: z.number().optional(),
      ...Object.fromEntries(fields.map(([name]) => column(name))),
      answers: z
        .record(
          z.string(),
          z.looseObject({ state: z.enum(["unknown", "not-applicable"]), reason: z.string().optional() }),
        )
        .describe("Cells that are answered without a value"),
      versions: z.record(z.string(), z.number()).describe("For each cell the event that last wrote it"),
      archivedAt: z.iso.datetime().nullable().optional(),
    }),
  };
}

/** A page of such rows. */
export const listShape = (row: z.ZodType): z.ZodType =>
  z.object({ items: z.array(row), next: z.string().nullable() });
