import fc from "fast-check";
import type { Answer } from "@/lib/review/cell";
import type { ContentTable, RowChange } from "@/lib/review/change";
import type { ReviewContent } from "@/lib/review/content";
import {
  answeredKinds,
  exampleArtifact,
  exampleCapability,
  exampleConfiguration,
  exampleEntry,
  exampleExecutor,
  exampleGrant,
  exampleJustification,
  exampleReview,
  exampleRisk,
} from "@/lib/rules/example-content";

type Row = Record<string, unknown> & { id: string };
type ListName = Exclude<keyof ReviewContent, "review" | "moment" | "sharedGrants">;

/** What an edit may put into which cell. */
type Cells = Record<string, fc.Arbitrary<unknown>>;

const oneOf = (...values: unknown[]) => fc.constantFrom(...values);
const yesNo = oneOf("yes", "no", null);
const archived = fc.option(fc.constant("2026-11-30T10:00:00.000Z"), { nil: null, freq: 2 });
const answers = (...fields: string[]): fc.Arbitrary<Record<string, Answer>> =>
  fc.oneof(
    fc.constant({}),
    oneOf(...fields).map((field) => ({ [field as string]: { state: "unknown" as const } })),
    oneOf(...fields).map((field) => ({
      [field as string]: { state: "not-applicable" as const, reason: "No." },
    })),
  );
const layer = oneOf("pod", "container", "gvisor", "wasm", "language-filter").map((kind) => [
  { kind, note: "" },
]);
const severity = oneOf("critical", "high", "medium", "low");
const workload = oneOf(null, "Deployment a", "Deployment b");
const executorId = oneOf(null, "X1", "X2", "X3", "X4");
const artifactId = oneOf(null, "A1", "A2");
const justificationId = oneOf(null, "J1", "J2", "J3");

const ENTRY: Cells = {
  name: oneOf("Preview", "Registration"),
  kind: oneOf(null, "preview", "startup", "install", "update"),
  artifactId,
  submitters: oneOf(null, ["anonymous"], ["administrator"], ["user"]),
  permission: oneOf(null, "read", "write"),
  executorId,
  crossesBroker: yesNo,
  executes: yesNo,
  approvedDigest: oneOf(null, "sha256:1"),
  endsOnTimeout: yesNo,
  answers: answers(
    "permission",
    "executor",
    "crossesBroker",
    "endsOnTimeout",
    "approvedDigest",
    "submitters",
  ),
  notes: oneOf(null, "A note."),
  archivedAt: archived,
};
const EXECUTOR: Cells = {
  name: oneOf("Sandbox", "Application process"),
  workload,
  role: oneOf(null, "runs-submitted-code", "neighbour", "out-of-scope"),
  process: oneOf(null, "runner"),
  account: oneOf(null, "uid 1000"),
  layers: fc.oneof(fc.constant(null), layer),
  reuse: oneOf(null, "shared", "per-run"),
  inheritsSecrets: yesNo,
  applicationProcess: yesNo,
  answers: answers("inheritsSecrets", "process", "layers"),
  reachNotes: oneOf(null, "More."),
  archivedAt: archived,
};
const CATALOGUE = oneOf(
  "host-path-ro",
  "host-path-rw",
  "host-path-sensitive",
  "runtime-socket",
  "shared-volume",
  "shared-kernel",
  "rbac-wildcard",
  "rbac-secrets",
  "pids-unlimited",
  "egress-any",
  "egress-dns-any",
);
const CAPABILITY: Cells = {
  title: oneOf("A directory", "needed"),
  executorId,
  workload,
  class: oneOf("grant", "missing-limit", "claim"),
  group: oneOf("credentials", "data", "kernel"),
  family: oneOf(
    "host-path",
    "host-path-sensitive",
    "runtime-socket",
    "shared-volume",
    "shared-kernel",
    "rbac-wildcard",
    "rbac-secrets",
  ),
  anchor: oneOf("one", "two"),
  catalogueId: CATALOGUE,
  severity,
  endsConfinement: fc.boolean(),
  decision: oneOf(null, "needed", "remove", "fix", "accept", "layer"),
  justificationId,
  note: oneOf(null, "A note."),
  closedAt: archived,
  archivedAt: archived,
  grant: oneOf(null, exampleGrant(), exampleGrant({ origin: "unknown", access: "read-write" })),
};
const JUSTIFICATION: Cells = {
  purpose: oneOf(null, "", "needed", "Loads word lists."),
  limit: oneOf(null, "n/a", "Read-only."),
  enforcer: oneOf(null, "convention", "broker"),
  coveredAtWriting: oneOf({}, { C1: "read /var/lib/cache, high" }),
  evidence: oneOf(null, "https://example.com"),
  archivedAt: archived,
};
const ARTIFACT: Cells = {
  name: oneOf("Guardrail", "Plugin"),
  submitters: oneOf(null, ["anonymous"], ["administrator"]),
  archivedAt: archived,
};
const RISK: Cells = {
  ownerId: oneOf(null, "member"),
  state: oneOf("proposed", "revoked"),
  archivedAt: archived,
};

const made = <R extends Row>(row: R, cells: Cells): fc.Arbitrary<R> =>
  fc.record(cells).map((values) => ({ ...row, ...values }));

const list = <R extends Row>(count: number, row: (number: number) => R, cells: Cells): fc.Arbitrary<R[]> =>
  fc.tuple(...Array.from({ length: count }, (_, at) => made(row(at + 1), cells)));

/** A small content in which everything may be anything. */
export const anyContent: fc.Arbitrary<ReviewContent> = fc.record({
  review: oneOf("standard", "high").map((riskTier) => exampleReview({ riskTier: riskTier as "high" })),
  artifacts: list(2, exampleArtifact, ARTIFACT),
  entryPoints: list(6, exampleEntry, ENTRY),
  executors: list(4, exampleExecutor, EXECUTOR),
  capabilities: list(8, exampleCapability, CAPABILITY),
  justifications: list(3, exampleJustification, JUSTIFICATION),
  kindAnswers: fc.subarray(answeredKinds()),
  configurations: fc.constant([exampleConfiguration(1)]),
  risks: list(1, exampleRisk, RISK),
}) as unknown as fc.Arbitrary<ReviewContent>;

const TABLES: [ContentTable, ListName, Cells][] = [
  ["entry_point", "entryPoints", ENTRY],
  ["executor", "executors", EXECUTOR],
  ["capability", "capabilities", CAPABILITY],
  ["justification", "justifications", JUSTIFICATION],
  ["artifact", "artifacts", ARTIFACT],
  ["risk", "risks", RISK],
];

/** An edit of one row, or a new row, as the unit of work would be told of it. */
export type Edit = {
  table: ContentTable;
  list: ListName;
  at: number;
  set: Record<string, unknown>;
  isNew: boolean;
};

export const anyEdit: fc.Arbitrary<Edit> = fc.constantFrom(...TABLES).chain(([table, name, cells]) =>
  fc.record({
    table: fc.constant(table),
    list: fc.constant(name),
    at: fc.nat(7),
    isNew: fc.oneof(
      { arbitrary: fc.constant(false), weight: 5 },
      { arbitrary: fc.constant(true), weight: 1 },
    ),
    set: fc
      .subarray(Object.keys(cells), { minLength: 1, maxLength: 2 })
      .chain((keys) => fc.record(pick(cells, keys) as Cells)),
  }),
);

const GROUPING = ["executorId", "workload", "justificationId", "artifactId"];

/** The content after an edit, and the change that says so; `grant` is told as the table it stands in. */
export function applyEdit(
  content: ReviewContent,
  edit: Edit,
): { content: ReviewContent; changes: RowChange[] } {
  const rows = content[edit.list] as unknown as Row[];
  const old = rows[edit.at % rows.length] as Row;
  if (edit.isNew) {
    const number = Math.max(...rows.map((row) => row.number as number)) + 1;
    const row = { ...old, ...edit.set, id: `${old.id.charAt(0)}${number}`, number };
    return {
      content: { ...content, [edit.list]: [...rows, row] },
      changes: [{ op: "insert", table: edit.table, row }],
    };
  }
  const { grant, ...set } = edit.set;
  const before = pick(old, [...Object.keys(set), ...GROUPING.filter((column) => column in old)]);
  const changes: RowChange[] = [{ op: "update", table: edit.table, id: old.id, set, before }];
  if (grant !== undefined) {
    changes.push({ op: "insert", table: "capability_grant", row: { capabilityId: old.id } });
  }
  return {
    content: { ...content, [edit.list]: rows.map((row) => (row === old ? { ...row, ...edit.set } : row)) },
    changes,
  };
}

function pick(from: Record<string, unknown>, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, from[key]]));
}
