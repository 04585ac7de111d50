import type { Answer } from "./cell";
import type { Layer } from "./fields";
import type {
  CapabilityClass,
  CapabilityGroup,
  Decision,
  Enforcer,
  EntryPointKind,
  ExecutorRole,
  Provenance,
  Reuse,
  RiskState,
  RiskTier,
  Severity,
  Submitter,
  Treatment,
  YesNo,
} from "./vocabulary";

/**
 * The content of a review, as the rule engine, the snapshot, the exports and the interface read it.
 * Rows are flat: a cell's value stands under its field's name and is null when there is none; other
 * answers stand in `answers`. Times are ISO 8601 in UTC.
 */

/** What every editable row has. `versions` holds, for each cell, the seq of the event that last wrote it. */
export type Row = {
  id: string;
  /** The short number within the review (E3 → 3); never reused. */
  number: number;
  answers: Record<string, Answer>;
  versions: Record<string, number>;
  archivedAt: string | null;
};

/** The review's own cells: its scope. */
export type ReviewRow = {
  id: string;
  number: number;
  answers: Record<string, Answer>;
  versions: Record<string, number>;
  title: string;
  task: string | null;
  dataSubjects: string | null;
  riskTier: RiskTier | null;
  notes: string | null;
};

export type Artifact = Row & { name: string; description: string | null; submitters: Submitter[] | null };

export type Executor = Row & {
  name: string;
  /** The workload and container of the configuration it is bound to, `derive.md` spelling; null when made by hand. */
  workload: string | null;
  container: string | null;
  role: ExecutorRole | null;
  roleReason: string | null;
  process: string | null;
  account: string | null;
  layers: Layer[] | null;
  reuse: Reuse | null;
  inheritsSecrets: YesNo | null;
  applicationProcess: YesNo | null;
  reachNotes: string | null;
};

export type EntryPoint = Row & {
  name: string;
  kind: EntryPointKind | null;
  artifactId: string | null;
  submitters: Submitter[] | null;
  permission: string | null;
  executorId: string | null;
  crossesBroker: YesNo | null;
  executes: YesNo | null;
  files: string | null;
  credentials: string | null;
  network: string | null;
  approvedDigest: string | null;
  endsOnRejection: YesNo | null;
  endsOnTimeout: YesNo | null;
  endsOnCancellation: YesNo | null;
  notes: string | null;
};

/** "This kind of entry point does not exist here, because." */
export type KindAnswer = {
  id: string;
  kind: EntryPointKind;
  because: string | null;
  answers: Record<string, Answer>;
  versions: Record<string, number>;
};

/** Where a capability is granted: one for each configuration that grants it. */
export type CapabilityGrant = {
  configurationId: string;
  catalogueId: string;
  access: string;
  extent: string[];
  origin: "explicit" | "default" | "unknown";
  severity: Severity;
  target: string;
  explanation: string;
  limits: string[];
  file: string | null;
  document: number | null;
  pointer: string | null;
  line: number | null;
};

export type Capability = Row & {
  /** The importer's key (`derive.md`); null for a row made by hand. */
  key: string | null;
  /** The executor that holds it; null where the pod or the identity holds it. */
  executorId: string | null;
  workload: string | null;
  container: string | null;
  class: CapabilityClass;
  group: CapabilityGroup;
  family: string;
  anchor: string;
  /** The id of the catalogue in the newest configuration, or as chosen by hand. */
  catalogueId: string;
  severity: Severity;
  /** Whether it ends confinement by the catalogue (CAP-08). */
  endsConfinement: boolean;
  title: string;
  decision: Decision | null;
  justificationId: string | null;
  layer: string | null;
  note: string | null;
  /** When the newest configuration of every environment stopped granting it. */
  closedAt: string | null;
  /** The grant of the newest configuration, or null for rows made by hand and closed ones. */
  grant: CapabilityGrant | null;
};

export type Justification = Row & {
  purpose: string | null;
  limit: string | null;
  enforcer: Enforcer | null;
  evidence: string | null;
  /**
   * What it covered when it was last written: for each capability its target, access and severity
   * (CAP-13 compares with the present).
   */
  coveredAtWriting: Record<string, string>;
};

export type ConfigurationSummary = {
  id: string;
  number: number;
  environment: string;
  provenance: Provenance;
  configDigest: string;
  authorityDigest: string;
  attachedAt: string;
  /** Whether it is the newest of its environment. */
  isNewest: boolean;
};

export type ResidualRisk = Row & {
  title: string;
  description: string | null;
  /** Target keys: `finding:<id>`, `capability:<id>`, `entry:<id>`. */
  covers: string[] | null;
  severity: Severity | null;
  treatment: Treatment | null;
  rationale: string | null;
  controls: string | null;
  recommendation: string | null;
  ownerId: string | null;
  /** ISO date (YYYY-MM-DD); the risk holds to the end of that day, UTC. */
  expiresAt: string | null;
  state: RiskState;
  /** The revision with which approvers decided about it last, and their words; no rule reads them. */
  decidedIn?: number | null;
  decisionWords?: string | null;
};

/** The day on which rules are evaluated, and how the review's decision stands then. */
export type Moment = {
  /** In UTC, YYYY-MM-DD. */
  today: string;
  /** How many days before its end a risk is warned of, by the workspace's policy. */
  warningDays: number;
  /** The revision that was in force last, when none is in force now. */
  ended: { number: number; because: string } | null;
};

/** Everything that the rules read. A slice for an incremental evaluation holds a part of each list. */
export type ReviewContent = {
  review: ReviewRow;
  artifacts: Artifact[];
  entryPoints: EntryPoint[];
  executors: Executor[];
  capabilities: Capability[];
  justifications: Justification[];
  kindAnswers: KindAnswer[];
  configurations: ConfigurationSummary[];
  risks: ResidualRisk[];
  /** What time and decisions have made of the review; absent in a slice whose rules do not ask for it. */
  moment?: Moment;
  /**
   * Of a slice in which siblings are compared: the grants, as "family anchor", that every one of the
   * compared executors holds. They are no difference, so the slice leaves out those rows.
   */
  sharedGrants?: string[];
};

/** A rule that fires on a target. Its identity is (ruleId, target). */
export type FiringFinding = {
  ruleId: string;
  /** `review`, `artifact:<id>`, `entry:<id>`, `executor:<id>`, `capability:<id>`, `justification:<id>`, `risk:<id>`. */
  target: string;
  severity: Severity;
  /** Why it fired here, in one or two plain sentences. */
  reason: string;
  /** Target keys of the rows it lists, in reading order. */
  lists: string[];
};
