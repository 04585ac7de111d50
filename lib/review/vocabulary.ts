/**
 * The closed lists of words that a review's cells hold, each with the label that people read.
 * Order is the order in which they are offered.
 */

/** Who may submit (or replace) an artifact, widest first. */
export const SUBMITTERS = {
  anonymous: "Anonymous",
  user: "User",
  "model-under-injection": "Model under prompt injection",
  "ci-fork": "CI fork",
  vendor: "Vendor",
  administrator: "Administrator",
} as const;
export type Submitter = keyof typeof SUBMITTERS;

/** How much harm a mistake would do; chosen by people for the whole review. */
export const RISK_TIERS = { low: "Low", standard: "Standard", high: "High" } as const;
export type RiskTier = keyof typeof RISK_TIERS;

/** Kinds of entry point; the first nine are the checklist of every review. */
export const ENTRY_POINT_KINDS = {
  install: "Install",
  register: "Register",
  validate: "Validate",
  preview: "Preview",
  test: "Test",
  update: "Update",
  migrate: "Migrate",
  background: "Background",
  startup: "Startup",
  schedule: "Schedule",
  webhook: "Webhook",
  "job-submit": "Job submission",
  console: "Console",
  expression: "Expression",
  template: "Template",
  callback: "Callback",
  "query-engine": "Query engine",
  deserialise: "Deserialise",
  "dependency-install": "Dependency install",
  "module-import": "Module import",
  plugin: "Plugin",
  compile: "Compile",
  "process-launch": "Process launch",
  hook: "Hook",
  proxy: "Proxy",
  datasource: "Data source",
  "setup-wizard": "Set-up wizard",
  render: "Render",
  discovery: "Discovery",
  "result-collection": "Result collection",
} as const;
export type EntryPointKind = keyof typeof ENTRY_POINT_KINDS;

/** The kinds that every review answers: an entry point, or "does not exist here, because". */
export const CHECKLIST_KINDS = [
  "install",
  "register",
  "validate",
  "preview",
  "test",
  "update",
  "migrate",
  "background",
  "startup",
] as const satisfies readonly EntryPointKind[];

export const YES_NO = { yes: "Yes", no: "No" } as const;
export type YesNo = keyof typeof YES_NO;

/** What a container of the configuration is to the review. */
export const EXECUTOR_ROLES = {
  "runs-submitted-code": "Runs submitted code",
  neighbour: "Neighbour",
  "out-of-scope": "Out of scope",
} as const;
export type ExecutorRole = keyof typeof EXECUTOR_ROLES;

/** What an executor keeps from one run to the next. */
export const REUSE = {
  "per-run": "Per run",
  "per-session": "Per session",
  "per-tenant": "Per tenant",
  shared: "Shared between tenants",
} as const;
export type Reuse = keyof typeof REUSE;

/** Kinds of layer around submitted code, strongest isolation first; `language` kinds only filter words, built-ins or imports. */
export const LAYER_KINDS = {
  vm: { label: "Virtual machine", isolation: "kernel" },
  microvm: { label: "microVM (Firecracker, Kata)", isolation: "kernel" },
  gvisor: { label: "gVisor", isolation: "kernel" },
  pod: { label: "Pod", isolation: "namespace" },
  container: { label: "Container", isolation: "namespace" },
  bwrap: { label: "bubblewrap", isolation: "namespace" },
  nsjail: { label: "nsjail", isolation: "namespace" },
  seccomp: { label: "seccomp filter", isolation: "syscall-filter" },
  landlock: { label: "Landlock", isolation: "syscall-filter" },
  wasm: { label: "WebAssembly runtime", isolation: "runtime" },
  isolate: { label: "V8 isolate", isolation: "runtime" },
  process: { label: "Process of its own", isolation: "process" },
  restrictedpython: { label: "RestrictedPython", isolation: "language" },
  "template-sandbox": { label: "Template sandbox", isolation: "language" },
  "language-filter": { label: "Word, built-in or import filter", isolation: "language" },
} as const;
export type LayerKind = keyof typeof LAYER_KINDS;

/** What makes a limit on misuse hold, strongest first. */
export const ENFORCERS = {
  "admission-policy": "Admission policy",
  "kernel-or-runtime": "Kernel or runtime",
  "network-policy": "Network policy",
  "server-side-authorisation": "Server-side authorisation",
  broker: "Broker",
  "application-code": "Application code",
  convention: "Convention",
  nothing: "Nothing",
} as const;
export type Enforcer = keyof typeof ENFORCERS;

/** What is decided about a capability. Missing limits are never asked why they are needed. */
export const DECISIONS = {
  needed: { label: "Needed", classes: ["grant"] },
  remove: { label: "Remove", classes: ["grant"] },
  fix: { label: "Fix", classes: ["missing-limit"] },
  baseline: { label: "Settled by the baseline", classes: ["grant", "missing-limit"] },
  layer: { label: "Held by a layer", classes: ["grant", "missing-limit"] },
  accept: { label: "Accept as residual risk", classes: ["grant", "missing-limit"] },
} as const;
export type Decision = keyof typeof DECISIONS;

export const CAPABILITY_CLASSES = {
  grant: "Grant",
  "missing-limit": "Missing limit",
  claim: "Claim",
} as const;
export type CapabilityClass = keyof typeof CAPABILITY_CLASSES;

/** One scale of severity for the whole product, worst first. */
export const SEVERITIES = ["critical", "high", "medium", "low", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];
export const SEVERITY_WORDS: Record<Severity, string> = {
  critical: "Critical",
  high: "High",
  medium: "Medium",
  low: "Low",
  info: "Info",
};

/** Where a configuration comes from. Only `captured` says what really runs. */
export const PROVENANCES = {
  captured: "Captured from a running system",
  rendered: "Rendered",
  template: "Template",
} as const;
export type Provenance = keyof typeof PROVENANCES;

/** Groups in which capabilities are read: ordinary misuse before exceptional attack. */
export const CAPABILITY_GROUPS = {
  credentials: "Credentials and identity",
  data: "Data and mounts",
  network: "Network",
  resources: "Resources and time",
  kernel: "Kernel and process",
} as const;
export type CapabilityGroup = keyof typeof CAPABILITY_GROUPS;

export const TREATMENTS = {
  accept: "Accept",
  mitigate: "Mitigate",
  transfer: "Transfer",
  avoid: "Avoid",
} as const;
export type Treatment = keyof typeof TREATMENTS;

export const RISK_STATES = {
  draft: "Draft",
  proposed: "Proposed",
  accepted: "Accepted",
  rejected: "Rejected",
  expired: "Expired",
  revoked: "Revoked",
  superseded: "Superseded",
} as const;
export type RiskState = keyof typeof RISK_STATES;

export const REVISION_STATES = {
  draft: "Draft",
  submitted: "Submitted",
  "in-force": "In force",
  ended: "Ended",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
} as const;
export type RevisionState = keyof typeof REVISION_STATES;
