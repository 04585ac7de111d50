import type {
  Artifact,
  Capability,
  CapabilityGrant,
  ConfigurationSummary,
  EntryPoint,
  Executor,
  Justification,
  KindAnswer,
  ResidualRisk,
  ReviewContent,
  ReviewRow,
} from "@/lib/review/content";
import { CHECKLIST_KINDS } from "@/lib/review/vocabulary";

/**
 * Makers of small contents: the examples that every rule states, and the tests. An id is the short
 * number ("E2"), so that an example reads as a person would write it.
 */

const row = (letter: string, number: number) => ({
  id: `${letter}${number}`,
  number,
  answers: {},
  versions: {},
  archivedAt: null,
});

/** The review's own row, of standard risk. */
export const exampleReview = (more: Partial<ReviewRow> = {}): ReviewRow => ({
  id: "review",
  number: 1,
  answers: {},
  versions: {},
  title: "Guardrail runner",
  task: null,
  dataSubjects: null,
  riskTier: "standard",
  notes: null,
  ...more,
});

export const exampleArtifact = (number: number, more: Partial<Artifact> = {}): Artifact => ({
  ...row("A", number),
  name: "Custom guardrail code",
  description: null,
  submitters: ["user"],
  ...more,
});

/** An executor made by hand that says what it is and holds nothing against it. */
export const exampleExecutor = (number: number, more: Partial<Executor> = {}): Executor => ({
  ...row("X", number),
  name: "Sandbox",
  workload: null,
  container: null,
  role: "runs-submitted-code",
  roleReason: null,
  process: "runner",
  account: "uid 10001",
  layers: [
    { kind: "pod", note: "" },
    { kind: "container", note: "" },
    { kind: "nsjail", note: "" },
  ],
  reuse: "per-run",
  inheritsSecrets: "no",
  applicationProcess: "no",
  reachNotes: null,
  ...more,
});

/** A row that nobody has filled in but for its name. */
export const blankEntry = (number: number, more: Partial<EntryPoint> = {}): EntryPoint => ({
  ...row("E", number),
  name: "Preview",
  kind: null,
  artifactId: null,
  submitters: null,
  permission: null,
  executorId: null,
  crossesBroker: null,
  executes: null,
  files: null,
  credentials: null,
  network: null,
  approvedDigest: null,
  endsOnRejection: null,
  endsOnTimeout: null,
  endsOnCancellation: null,
  notes: null,
  ...more,
});

/** An entry point that is answered and crosses the broker into X1. */
export const exampleEntry = (number: number, more: Partial<EntryPoint> = {}): EntryPoint =>
  blankEntry(number, {
    kind: "preview",
    artifactId: "A1",
    submitters: ["user"],
    permission: "guardrails.write",
    executorId: "X1",
    crossesBroker: "yes",
    executes: "yes",
    endsOnRejection: "yes",
    endsOnTimeout: "yes",
    endsOnCancellation: "yes",
    ...more,
  });

/** Where the newest configuration grants a row. */
export const exampleGrant = (more: Partial<CapabilityGrant> = {}): CapabilityGrant => ({
  configurationId: "G1",
  catalogueId: "host-path-ro",
  access: "read",
  extent: [],
  origin: "explicit",
  severity: "high",
  target: "/var/lib/cache",
  explanation: "The container reads a directory of the host.",
  limits: [],
  file: "runner.yaml",
  document: 0,
  pointer: "/spec/template/spec/volumes/0",
  line: 31,
  ...more,
});

/** A host directory that X1 reads, written down in the newest configuration, undecided. */
export function exampleCapability(number: number, more: Partial<Capability> = {}): Capability {
  const catalogueId = more.catalogueId ?? "host-path-ro";
  const severity = more.severity ?? "high";
  return {
    ...row("C", number),
    key: `capability ${number}`,
    executorId: "X1",
    workload: null,
    container: null,
    class: "grant",
    group: "data",
    family: catalogueId.startsWith("host-path-r") ? "host-path" : catalogueId,
    anchor: `anchor ${number}`,
    catalogueId,
    severity,
    endsConfinement: false,
    title: "Host directory /var/lib/cache",
    decision: null,
    justificationId: null,
    layer: null,
    note: null,
    closedAt: null,
    grant: exampleGrant({ catalogueId, severity }),
    ...more,
  };
}

/** A missing limit on X1, undecided. */
export const exampleMissingLimit = (number: number, more: Partial<Capability> = {}): Capability =>
  exampleCapability(number, {
    class: "missing-limit",
    group: "resources",
    catalogueId: "pids-unlimited",
    title: "No limit on processes",
    ...more,
  });

/** A justification that says everything. */
export const exampleJustification = (number: number, more: Partial<Justification> = {}): Justification => ({
  ...row("J", number),
  purpose: "Guardrails load shared word lists from the cache.",
  limit: "Mounted read-only from one directory that a job fills.",
  enforcer: "kernel-or-runtime",
  evidence: null,
  coveredAtWriting: {},
  ...more,
});

export const exampleConfiguration = (
  number: number,
  more: Partial<ConfigurationSummary> = {},
): ConfigurationSummary => ({
  id: `G${number}`,
  number,
  environment: "production",
  provenance: "captured",
  configDigest: "sha256:c",
  authorityDigest: "sha256:a",
  attachedAt: "2026-11-30T12:00:00.000Z",
  isNewest: true,
  ...more,
});

export const exampleRisk = (number: number, more: Partial<ResidualRisk> = {}): ResidualRisk => ({
  ...row("R", number),
  title: "Previews share one worker",
  description: null,
  covers: [],
  severity: "high",
  treatment: "accept",
  rationale: "Previews hold no customer data until the next release.",
  controls: null,
  recommendation: null,
  ownerId: "member",
  expiresAt: "2027-03-31",
  state: "proposed",
  ...more,
});

/** "Does not exist here" for every kind of the checklist. */
export const answeredKinds = (): KindAnswer[] =>
  CHECKLIST_KINDS.map((kind) => ({
    id: `kind ${kind}`,
    kind,
    because: "The runner has no such path.",
    answers: {},
    versions: {},
  }));

/** A content on which no rule fires: A1 reaches X1 through E1, nothing is granted, nothing is open. */
export const quietContent = (more: Partial<ReviewContent> = {}): ReviewContent => ({
  review: exampleReview(),
  artifacts: [exampleArtifact(1)],
  entryPoints: [exampleEntry(1)],
  executors: [exampleExecutor(1)],
  capabilities: [],
  justifications: [],
  kindAnswers: answeredKinds(),
  configurations: [exampleConfiguration(1)],
  risks: [],
  ...more,
});
