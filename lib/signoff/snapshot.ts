import { canonicalJson } from "@/lib/kernel/canonical-json";
import type { Answer } from "@/lib/review/cell";
import type { Capability, ResidualRisk, ReviewContent } from "@/lib/review/content";
import { type EntityKind, fieldsOf } from "@/lib/review/fields";
import { isAboutDeciding } from "@/lib/rules/uncovered-findings";
import { takesPart } from "./risk-life";

/** A finding as the snapshot reads it. */
export type SnapshotFinding = {
  ruleId: string;
  target: string;
  severity: string;
  state: string;
  /** Why an approver dismissed it; of dismissed ones only. */
  dismissedBecause?: string;
};

/** What a revision's content is frozen from. */
export type SnapshotInput = {
  content: ReviewContent;
  findings: SnapshotFinding[];
  ruleSetVersion: string;
  policyVersion: string;
  system: { id: string; name: string };
  revision: { number: number };
};

/**
 * Freezes the content of a revision as canonical JSON (RFC 8785), in pieces whose texts joined are
 * the whole: a review of ten thousand rows is five megabytes, and nobody else should wait for all of
 * them at once. The digest W is the SHA-256 of their UTF-8 bytes, so that anybody can check it with
 * `sha256sum`.
 *
 * Covered: scope, cells, newest justifications, risk texts with what they cover, owner and expiry,
 * firing (rule, target, severity), dismissals, "not applicable" answers, configuration and authority
 * digests, policy and rule-set version. Not covered: states, sign-offs, rules of the fifth question,
 * display names of people; archived and closed rows; risks that are neither proposed nor accepted.
 */
export function* frozenPieces(input: SnapshotInput): Generator<string> {
  const lists = { ...contentBesideCapabilities(input), capabilities: null };
  let before = "{";
  for (const [name, value] of Object.entries(lists).sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield `${before}${JSON.stringify(name)}:`;
    if (name === "capabilities") yield* capabilityPieces(frozenCapabilities(input.content));
    else yield canonicalJson(value);
    before = ",";
  }
  yield "}";
}

const PIECE = 500;

function* capabilityPieces(rows: Capability[]): Generator<string> {
  yield "[";
  for (let from = 0; from < rows.length; from += PIECE) {
    const some = rows.slice(from, from + PIECE);
    // Spelled out in the order of the canonical form; only answers are written as they were given.
    const write = some.some(({ answers }) => hasMembers(answers)) ? canonicalJson : JSON.stringify;
    yield `${from > 0 ? "," : ""}${write(some.map(coveredCapability)).slice(1, -1)}`;
  }
  yield "]";
}

function hasMembers(map: object): boolean {
  for (const _ in map) return true;
  return false;
}

const live = <T extends { archivedAt: string | null; number: number }>(rows: T[]): T[] =>
  rows.filter((row) => row.archivedAt === null).sort((a, b) => a.number - b.number);

/** What the digest covers of residual risks: those that take part, as rows of cells. */
export const coveredRisks = (risks: ResidualRisk[]) =>
  live(risks)
    .filter(({ state }) => takesPart(state))
    .map((row) => rowOf("risk", row));

/** What the digest covers, as an object: `frozenPieces` is its canonical text. */
export const coveredContent = (input: SnapshotInput): Record<string, unknown> => ({
  ...contentBesideCapabilities(input),
  capabilities: frozenCapabilities(input.content).map(coveredCapability),
});

/** The capabilities that a revision holds, in the order of the frozen list. */
export const frozenCapabilities = (content: Pick<ReviewContent, "capabilities">): Capability[] =>
  live(content.capabilities).filter(({ closedAt }) => closedAt === null);

/** In the order of the canonical form: sorting the members of ten thousand objects takes longer than all the rest. */
const coveredCapability = (row: Capability) => ({
  catalogueId: row.catalogueId,
  cells: cellsOf("capability", row),
  class: row.class,
  container: row.container,
  executor: row.executorId,
  grant: row.grant && {
    access: row.grant.access,
    extent: row.grant.extent,
    origin: row.grant.origin,
    target: row.grant.target,
  },
  id: row.id,
  number: row.number,
  severity: row.severity,
  workload: row.workload,
});

function contentBesideCapabilities({ content, ...input }: SnapshotInput): Record<string, unknown> {
  return {
    snapshot: "urn:cordon:snapshot:v1",
    system: { id: input.system.id },
    review: {
      id: content.review.id,
      number: content.review.number,
      cells: cellsOf("review", content.review),
    },
    revision: input.revision.number,
    artifacts: live(content.artifacts).map((row) => rowOf("artifact", row)),
    executors: live(content.executors).map((row) => ({
      ...rowOf("executor", row),
      workload: row.workload,
      container: row.container,
    })),
    entryPoints: live(content.entryPoints).map((row) => rowOf("entryPoint", row)),
    kinds: [...content.kindAnswers]
      .filter(({ because }) => because !== null)
      .sort((a, b) => (a.kind < b.kind ? -1 : 1))
      .map((row) => ({ kind: row.kind, cells: cellsOf("kindAnswer", row) })),
    justifications: live(content.justifications).map((row) => rowOf("justification", row)),
    risks: coveredRisks(content.risks),
    configurations: content.configurations
      .filter(({ isNewest }) => isNewest)
      .sort((a, b) => a.number - b.number)
      .map(({ id, number, environment, provenance, configDigest, authorityDigest }) => ({
        id,
        number,
        environment,
        provenance,
        configDigest,
        authorityDigest,
      })),
    findings: input.findings
      .filter(({ state, ruleId }) => state !== "resolved" && !isAboutDeciding(ruleId))
      .map(({ ruleId, target, severity, state, dismissedBecause }) => ({
        rule: ruleId,
        target,
        severity,
        dismissed: state === "dismissed",
        ...(state === "dismissed" && dismissedBecause ? { because: dismissedBecause } : {}),
      }))
      .sort((a, b) => (`${a.rule} ${a.target}` < `${b.rule} ${b.target}` ? -1 : 1)),
    policyVersion: input.policyVersion,
    ruleSetVersion: input.ruleSetVersion,
  };
}

type Celled = { answers: Record<string, Answer> };

const rowOf = (entity: EntityKind, row: Celled & { id: string; number: number }) => ({
  id: row.id,
  number: row.number,
  cells: cellsOf(entity, row),
});

const sorted = new Map<EntityKind, { name: string; column: string }[]>();

/** The cells of a kind of row in the order of the canonical form, each with the property that holds its value. */
function columnsOf(entity: EntityKind): { name: string; column: string }[] {
  let columns = sorted.get(entity);
  if (!columns) {
    columns = fieldsOf(entity).map(([name, { kind }]) => ({
      name,
      column: kind === "reference" ? `${name}Id` : name,
    }));
    columns.sort((a, b) => (a.name < b.name ? -1 : 1));
    sorted.set(entity, columns);
  }
  return columns;
}

/** The cells that hold something: values, and other answers as they were given. */
function cellsOf(entity: EntityKind, row: Celled): Record<string, unknown> {
  const cells: Record<string, unknown> = {};
  const values = row as Celled & Record<string, unknown>;
  for (const { name, column } of columnsOf(entity)) {
    const answer = row.answers[name];
    const value = values[column];
    if (answer) cells[name] = answer;
    else if (value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)) {
      cells[name] = { state: "value", value };
    }
  }
  return cells;
}
