import { z } from "zod";
import { whyNotSigned } from "@/lib/kernel/text";

/** The name of the file in a capture that says where the others come from. */
export const RECORD_FILE = "provenance.json";

export const RECORD_FORMAT = "cordon-capture/1";

const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((value) => whyNotSigned(value) === null);

/** How a command of a capture ended. `absent`: the cluster has no such kind. */
const captureOutcomeSchema = z.enum(["kept", "forbidden", "absent", "failed"]);
export type CaptureOutcome = z.infer<typeof captureOutcomeSchema>;

const captureCommandSchema = z.object({
  arguments: z.array(text(1_000)).min(1).max(2_000),
  exitCode: z.number().int().nullable(),
  outcome: captureOutcomeSchema,
  /** The file that holds what it printed, as it was packed, and its SHA-256. */
  file: text(300).optional(),
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/)
    .optional(),
  /** What was done to it before it was packed. */
  changes: z.array(text(300)).max(10).optional(),
});
export type CaptureCommand = z.infer<typeof captureCommandSchema>;

/**
 * What a capture says of itself. Whoever uploads it may have written anything here: it is shown as their
 * word, fills in a form, and decides nothing.
 */
export const captureRecordSchema = z.object({
  format: z.literal(RECORD_FORMAT),
  of: z.enum(["kubernetes", "docker"]),
  capturedAt: z.iso.datetime(),
  /** user@host, only where whoever captured asked for it. */
  by: text(300).nullable(),
  environment: text(100).nullable(),
  context: text(300).nullable(),
  cluster: text(300).nullable(),
  namespace: text(300).nullable(),
  versions: z.record(text(50), text(300)),
  commands: z.array(captureCommandSchema).max(500),
});
export type CaptureRecord = z.infer<typeof captureRecordSchema>;

/** The environment that a capture is of, as far as it says: its own word, else cluster and namespace. */
export function recordedEnvironment({ environment, cluster, namespace }: CaptureRecord): string | null {
  const said = environment?.trim() || [cluster, namespace].filter(Boolean).join("/").slice(0, 100);
  return said || null;
}
