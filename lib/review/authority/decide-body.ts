import { z } from "zod";
import { fieldOf, storableText } from "../fields";
import { DECISIONS, type Decision } from "../vocabulary";

const seen = z.int().min(0);
const schemaOf = (field: string) => fieldOf("justification", field)!.schema;
const shortText = storableText(2_000);

/**
 * Which capabilities a decision is about. `version` is the version of the row's decision as it was
 * seen, `seen` the seq that a group was read at: what somebody decided after it is left alone.
 */
const decideTarget = z.union([
  z.strictObject({
    rows: z
      .array(z.strictObject({ id: z.uuid(), version: seen }))
      .min(1, "Name at least one row.")
      .max(10_000),
  }),
  z.strictObject({
    place: z.strictObject({ executorId: z.uuid().nullable(), key: z.string().max(100) }),
    seen,
  }),
  z.strictObject({ executorId: z.uuid(), seen }),
  z.strictObject({ alike: z.uuid(), seen }),
]);
export type DecideTarget = z.output<typeof decideTarget>;

/** The words of a new justification. */
const newJustification = z.strictObject({
  purpose: storableText().refine((text) => text.trim() !== "", "Say why it is needed."),
  limit: (schemaOf("limit") as z.ZodType<string>).optional(),
  enforcer: (schemaOf("enforcer") as z.ZodType<string>).optional(),
  evidence: (schemaOf("evidence") as z.ZodType<string>).optional(),
});

/** A decision about capabilities: null takes the decision back. */
export const decideBody = z
  .strictObject({
    target: decideTarget,
    decision: z.enum(Object.keys(DECISIONS) as [Decision, ...Decision[]]).nullable(),
    justificationId: z.uuid().optional(),
    justification: newJustification.optional(),
    layer: shortText.optional(),
    note: shortText.optional(),
  })
  .superRefine((body, context) => {
    const says = (message: string, path: string) =>
      context.addIssue({ code: "custom", message, path: [path] });
    const covers = Number(body.justificationId !== undefined) + Number(body.justification !== undefined);
    if (body.decision === "needed" && covers !== 1)
      says("Choose a justification, or write a new one.", "justificationId");
    if (body.decision !== "needed" && covers > 0)
      says("Only what is needed has a justification.", "justificationId");
    if (body.decision === "layer" && (body.layer ?? "").trim() === "")
      says("Say which layer holds it.", "layer");
    if (body.decision === "baseline" && (body.note ?? "").trim() === "")
      says("Say which baseline settles it.", "note");
  });
export type DecideBody = z.output<typeof decideBody>;

/** The version of what is decided about a row: the seq of the event that last decided it. */
export const decisionVersion = (versions: Record<string, number>): number =>
  Math.max(versions.decision ?? 0, versions.justification ?? 0);
