import { z } from "zod";
import { LIMITS } from "@/lib/authority/limits";
import type { DeriveInput } from "@/lib/authority/schema";
import { storableText } from "../fields";
import { EXECUTOR_ROLES, type ExecutorRole, PROVENANCES, type Provenance } from "../vocabulary";

/** The bound on the body of an import, in bytes: 100 MiB of files, and what JSON adds. */
export const IMPORT_BODY_LIMIT = 110 * 1024 * 1024;
const MOST_FILES = 500;

const words = <T extends Record<string, unknown>>(table: T) =>
  z.enum(Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]);

const name = (longest: number, ask: string) =>
  storableText(longest).refine((text) => text.trim() !== "", ask);

// Not storableText: what cannot be read is said by the importer, with its line.
const textFile = z.strictObject({ name: name(LIMITS.fileName, "Give each file a name."), text: z.string() });
/** A file of a form or a bare body comes as bytes, since it may be an archive; JSON cannot hold one. */
const anyFile = textFile
  .partial({ text: true })
  .extend({ bytes: z.instanceof(Uint8Array).optional() })
  .refine(({ text, bytes }) => text !== undefined || bytes !== undefined, {
    message: "Send the file's text.",
    path: ["text"],
  });

/** A configuration as it is sent: the texts of one system, where it runs, where they come from. */
export const importBody = z.strictObject({
  files: z
    .array(anyFile)
    .min(1, "Paste or choose a configuration first.")
    .max(MOST_FILES, `Send at most ${MOST_FILES} files at once.`)
    .refine(
      (files) => new Set(files.map((file) => file.name)).size === files.length,
      "Two files have the same name.",
    ),
  environment: name(100, "Say which environment this is.").transform((text) => text.trim()),
  provenance: words(PROVENANCES) as z.ZodType<Provenance>,
});

/** A preview may leave to a capture's own record where it is from. */
export const previewBody = importBody.partial({ environment: true, provenance: true });
export type PreviewBody = z.output<typeof previewBody>;

/** The same bodies as JSON has them, for the OpenAPI document. */
const asJson = { files: z.array(textFile).min(1).max(MOST_FILES) };
export const previewShape = previewBody.safeExtend(asJson);

/** What attaching adds: the digest that was previewed, and what each container is. */
export const attachBody = importBody.extend({
  configDigest: z.string().regex(/^sha256:[0-9a-f]{64}$/, "Send the digest that the preview gave."),
  roles: z
    .array(
      z
        .strictObject({
          workload: storableText(600),
          container: storableText(300),
          role: words(EXECUTOR_ROLES) as z.ZodType<ExecutorRole>,
          reason: storableText(2_000).optional(),
        })
        .refine((one) => one.role !== "out-of-scope" || (one.reason ?? "").trim() !== "", {
          message: "Say why this container is out of scope.",
          path: ["reason"],
        }),
    )
    .max(20_000)
    .default([]),
  /** In which container each layer runs: bwrap, nsjail, or a server of tools. */
  layers: z
    .array(
      z.strictObject({
        workload: storableText(600),
        inside: z.strictObject({ workload: storableText(600), container: storableText(300) }),
      }),
    )
    .max(1_000)
    .optional(),
});
export type AttachBody = z.output<typeof attachBody>;
export const attachShape = attachBody.safeExtend(asJson);

const binary = { type: "string", format: "binary" };
const fields = { environment: { type: "string" }, provenance: { enum: Object.keys(PROVENANCES) } };

/** What else an import's body may be, for the OpenAPI document: a form of files, one text, one archive. */
export const OTHER_BODIES: Record<string, object> = {
  "multipart/form-data": {
    type: "object",
    properties: { files: { type: "array", items: binary }, ...fields },
  },
  ...Object.fromEntries(
    ["application/yaml", "application/gzip", "application/x-tar", "application/zip"].map((type) => [
      type,
      binary,
    ]),
  ),
};

/** The importer's input. Half surrogates become U+FFFD, as in every UTF-8 encoder. */
export function deriveInput({ files, environment }: Pick<PreviewBody, "files" | "environment">): DeriveInput {
  const encoder = new TextEncoder();
  return {
    path: environment ?? "",
    files: files.map((file) => ({
      name: file.name,
      bytes: file.bytes ?? encoder.encode(file.text),
    })),
  };
}
