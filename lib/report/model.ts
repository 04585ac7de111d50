/**
 * The report as data: what is printed, in the order in which it is printed, every text already in the
 * words that people read. `report.json` gives it as it is, the PDF sets it in type. Texts are plain
 * strings and are never read as markup.
 */

/** What a cell says; `answered` is false where nobody has said anything yet. */
export type Said = { text: string; answered: boolean };

/** A cell with its label. */
export type Line = { label: string; said: Said };

/** Another row that is named: its short number and what it is called. */
export type Ref = { label: string; name: string };

export type ReportCover = {
  system: string;
  title: string;
  review: number;
  revision: number;
  environments: string[];
  /** "In force until 30 Nov 2027". */
  status: string;
  /** The same in one or two sentences, with what ended or contests it. */
  statusMore: string;
  /** What stands across each page, or null when the revision is in force. */
  mark: string | null;
  digests: { label: string; digest: string; note: string }[];
  requested: string | null;
  signatures: { name: string; role: string; decision: string; at: string }[];
  /** When the content was frozen, or read of a draft. */
  takenAt: string;
};

export type ReportAnswer = { question: string; answer: string[] };

export type ReportSummary = {
  answers: ReportAnswer[];
  numbers: { label: string; count: number; words: string }[];
  /** The gravest findings that are open, and how many more are of medium or above. */
  worst: { number: string; severity: string; title: string; target: Ref | null }[];
  worstMore: number;
};

export type ReportScope = {
  lines: Line[];
  artifacts: { number: string; name: string; description: Said; submitters: Said }[];
  configurations: {
    number: string;
    environment: string;
    provenance: string;
    attached: string;
    configDigest: string;
    authorityDigest: string;
  }[];
};

export type ReportEntryPoint = {
  number: string;
  name: string;
  kind: string;
  artifact: Ref | null;
  submitters: Said;
  permission: Said;
  executor: Ref | null;
  /** What is said in place of an executor. */
  executorSaid: Said;
  crossesBroker: Said;
  executes: Said;
  /** Answered cells only: what it reaches, when it ends, notes. */
  more: Line[];
};

export type ReportCapability = {
  number: string;
  title: string;
  severity: string;
  /** "read-write, by silence". */
  access: string;
  explanation: string;
  /** What limits it, by the configuration. */
  limits: string[];
  /** "guardrails.yaml:41", or how it came here. */
  source: string;
  decision: string;
  note: string;
  /** Whether this is the first place at which it is printed, to which references lead. */
  isFirst: boolean;
};

/** Some capabilities under one executor that are read together. */
export type ReportPlace = {
  kind: "need" | "surplus" | "limit" | "undetermined" | "decided" | "claim" | "other";
  title: string;
  justification: {
    number: string;
    purpose: Said;
    limit: Said;
    enforcer: Said;
    evidence: Said;
    isFirst: boolean;
  } | null;
  capabilities: ReportCapability[];
};

export type ReportExecutor = {
  /** Empty for what no executor holds. */
  number: string;
  name: string;
  role: string;
  lines: Line[];
  /** "12 grants: 8 serve a stated need, 4 serve none." */
  words: string;
  places: ReportPlace[];
};

export type ReportFindingRow = {
  number: string;
  rule: string;
  title: string;
  severity: string;
  target: Ref | null;
  reason: string;
  lists: string[];
  /** Open, or why it is not. */
  state: string;
  coveredBy: string[];
};

export type ReportQuestion = { question: string; findings: ReportFindingRow[] };

export type ReportRisk = {
  number: string;
  title: string;
  lines: Line[];
  covers: Ref[];
  description: Said;
  rationale: Said;
  controls: Said;
  recommendation: Said;
  decision: Said;
};

export type ReportCertificate = {
  name: string;
  sentence: string;
  lines: { label: string; text: string }[];
  /** Of a rejection: the residual risks that it says are not acceptable as written. */
  rejects: Ref[];
  digest: string;
  words: Said;
};

type ReportRule = {
  rule: string;
  title: string;
  explanation: string;
  resolve: string[];
  reference: string;
};

export type Report = {
  format: "urn:cordon:report:v1";
  cover: ReportCover;
  summary: ReportSummary;
  scope: ReportScope;
  entryPoints: ReportEntryPoint[];
  kinds: { exist: string[]; absent: { kind: string; because: string }[]; unanswered: string[] };
  executors: ReportExecutor[];
  findings: ReportQuestion[];
  notApplicable: { row: Ref; label: string; reason: string }[];
  risks: ReportRisk[];
  certificates: ReportCertificate[];
  rules: ReportRule[];
  glossary: { word: string; meaning: string }[];
  events: { seq: number; at: string; who: string; deed: string; lines: string[] }[] | null;
};
