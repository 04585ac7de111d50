import { z } from "zod";

/** What a row of the catalogue is: something granted, a limit that is missing, or a claim that nothing enforces. */
export const capabilityClassSchema = z.enum(["grant", "missing-limit", "claim"]);
export type CapabilityClass = z.infer<typeof capabilityClassSchema>;

/** Where a grant comes from: written down, granted because nothing forbids it, or not to be told from the input. */
export const originSchema = z.enum(["explicit", "default", "unknown"]);
export type Origin = z.infer<typeof originSchema>;

export const accessSchema = z.enum([
  "read",
  "write",
  "read-write",
  "execute",
  "use",
  "unlimited",
  "declared",
]);
export type Access = z.infer<typeof accessSchema>;

export const severitySchema = z.enum(["critical", "high", "medium", "low", "info"]);
export type Severity = z.infer<typeof severitySchema>;

/** Who hands the authority over. */
export const authoritySourceSchema = z.enum([
  "platform-automatic",
  "attached-connection",
  "workload-identity",
  "configuration",
  "runtime-default",
]);
export type AuthoritySource = z.infer<typeof authoritySourceSchema>;

/** A place in the text that was read: document counted from 0, RFC 6901 pointer into it, line counted from 1. */
export const sourceRefSchema = z.object({
  file: z.string(),
  document: z.number().int().nonnegative(),
  pointer: z.string(),
  line: z.number().int().positive(),
});
export type SourceRef = z.infer<typeof sourceRefSchema>;

/** One thing that the configuration grants. `key` survives a re-import; it never holds a list index. */
export const grantedCapabilitySchema = z.object({
  key: z.string(),
  id: z.string(),
  class: capabilityClassSchema,
  family: z.string(),
  anchor: z.string(),
  workload: z.string(),
  container: z.string().nullable(),
  target: z.string(),
  access: accessSchema,
  extent: z.array(z.string()),
  origin: originSchema,
  authority: authoritySourceSchema,
  severity: severitySchema,
  explanation: z.string(),
  limits: z.array(z.string()),
  source: sourceRefSchema,
});
export type GrantedCapability = z.infer<typeof grantedCapabilitySchema>;

export const boundedResourceSchema = z.enum(["cpu", "memory", "pids", "disk", "time"]);
export type BoundedResource = z.infer<typeof boundedResourceSchema>;

/** A limit that is set; the value as it is written. */
export const boundSchema = z.object({
  workload: z.string(),
  container: z.string().nullable(),
  resource: boundedResourceSchema,
  value: z.string(),
});
export type Bound = z.infer<typeof boundSchema>;

export const noteSchema = z.object({
  level: z.enum(["error", "warning", "info"]),
  code: z.string(),
  message: z.string(),
  source: sourceRefSchema.optional(),
});
export type Note = z.infer<typeof noteSchema>;

export const containerRoleSchema = z.enum(["main", "init", "sidecar", "ephemeral"]);
export type ContainerRole = z.infer<typeof containerRoleSchema>;

export const workloadSchema = z.object({
  ref: z.string(),
  containers: z.array(z.object({ name: z.string(), role: containerRoleSchema })),
  /** The controller that made it, where that is not in the input; tuples stand under it. */
  owner: z.string().optional(),
});
export type Workload = z.infer<typeof workloadSchema>;

/** The formats that `--format` takes, and `unknown` where none was recognised. */
export const formatSchema = z.enum([
  "kubernetes",
  "docker-inspect",
  "compose",
  "oci",
  "polyaxon",
  "bwrap",
  "nsjail",
  "mcp",
  "unknown",
]);
export type Format = z.infer<typeof formatSchema>;

const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/**
 * What an authority consists of, as it is signed and compared. A capability is
 * (workload, container, family, anchor, access, extent), the workload without its namespace unless the
 * input has the same kind and name in two; a bound is a tuple of family `bound`.
 */
export const authorityTupleSchema = z.object({
  workload: z.string(),
  container: z.string().nullable(),
  family: z.string(),
  anchor: z.string(),
  access: z.string(),
  extent: z.array(z.string()),
  /** Set where the input cannot tell: equal to another unknown, otherwise not comparable. Not hashed. */
  unknown: z.boolean().optional(),
});
export type AuthorityTuple = z.infer<typeof authorityTupleSchema>;

/** What `derive` answers for one PATH. */
export const deriveResultSchema = z.object({
  path: z.string(),
  format: formatSchema,
  digest: digestSchema,
  authorityDigest: digestSchema,
  workloads: z.array(workloadSchema),
  capabilities: z.array(grantedCapabilitySchema),
  bounds: z.array(boundSchema),
  notes: z.array(noteSchema),
});
export type DeriveResult = z.infer<typeof deriveResultSchema>;

/** One file of an input; all files of one input are one system. */
export type InputFile = { name: string; bytes: Uint8Array };
export type DeriveInput = { path: string; files: InputFile[]; format?: Format | "auto" };
