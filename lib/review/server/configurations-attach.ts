import type { CaptureRecord } from "@/lib/authority/capture-record";
import { CATALOGUE_VERSION } from "@/lib/authority/catalogue/index-of-ids";
import type { AuthorityTuple, DeriveResult } from "@/lib/authority/schema";
import { tuplesOf } from "@/lib/authority/tuples";
import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { turns } from "@/lib/kernel/turns";
import { readSql } from "@/lib/platform/db/transaction";
import { runUnitOfWork, type Tx } from "@/lib/platform/unit-of-work/run";
import { bearingOnForce } from "@/lib/signoff/server/wider-authority";
import { type AttachPlan, attachPlan } from "../authority/attach-plan";
import type { RowChange } from "../change";
import { reviewHead } from "./access";
import { derivedFrom, type Redacted } from "./configurations-derive";
import type { AttachBody } from "./configurations-input";
import { knownCapabilities, knownExecutors, spelledAsBefore } from "./configurations-known";

/** What attaching did. */
export type Attached = {
  id: string;
  number: number;
  seq: number;
  configDigest: string;
  authorityDigest: string;
  counts: { new: number; changed: number; closed: number; unchanged: number; executors: number };
};

/**
 * Attaches a configuration to a review: one unit of work and one event, whatever its size. The text
 * is stored redacted; what was granted before and still is keeps its decision and justification.
 *
 * @throws ProblemError `not-found`, `forbidden`, `not-in-this-state`, `invalid-input` when nothing of
 *   it could be understood, `conflict` when it is not what was previewed
 */
export async function attachConfiguration(
  actor: Actor,
  reviewId: string,
  sent: AttachBody,
  signal: AbortSignal,
): Promise<Attached> {
  await reviewHead(actor, reviewId);
  const environment = await readSql(actor, (sql) => spelledAsBefore(sql, reviewId, sent.environment));
  const body = { ...sent, environment };
  const { result, redacted, capture } = await derivedFrom(body, signal, true);
  if (result.digest !== body.configDigest) {
    throw problem(
      "conflict",
      "This is not the configuration that was previewed. Look at the preview again, then attach.",
    );
  }
  refuseNothing(result);
  const tuples = tuplesOf(result);
  const { value, seq } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const permit = tx.authorize("configuration.attach");
    const plan = await attachPlan(
      result,
      {
        executors: await knownExecutors(tx.sql, reviewId),
        capabilities: await knownCapabilities(tx.sql, reviewId, body.environment),
      },
      body.roles,
      tx.now.toISOString(),
      body.layers ?? [],
    );
    const configuration = await configurationRows(tx, body, { result, tuples, capture }, redacted);
    const bearing = await bearingOnForce(tx, {
      label: `G${configuration.number}`,
      environment: body.environment,
      tuples,
    });
    const closed = plan.changed.filter(({ set }) => typeof set.closedAt === "string").length;
    const counts = {
      new: plan.added.length,
      changed: plan.changed.length - closed,
      closed,
      unchanged: plan.unchanged.length,
      executors: plan.executors.length,
    };
    tx.write(permit, {
      type: "configuration.attached",
      inParts: true,
      changes: [...configuration.changes, ...(await planRows(tx, plan, configuration.id)), ...bearing],
      words: `configuration ${configuration.number} of ${body.environment}: ${wordsOf(counts)}`,
      more: {
        configuration: {
          id: configuration.id,
          number: configuration.number,
          environment: body.environment,
          provenance: body.provenance,
          configDigest: result.digest,
          authorityDigest: result.authorityDigest,
        },
        counts,
      },
    });
    return { id: configuration.id, number: configuration.number, counts };
  });
  return { ...value, seq: seq!, configDigest: result.digest, authorityDigest: result.authorityDigest };
}

const wordsOf = ({ new: added, changed, closed, unchanged }: Attached["counts"]): string =>
  `${added} new, ${changed} changed, ${closed} gone, ${unchanged} unchanged`;

function refuseNothing({ workloads, capabilities, notes }: DeriveResult): void {
  if (workloads.length > 0 || capabilities.length > 0) return;
  const first = notes.find(({ level }) => level === "error") ?? notes[0];
  throw problem(
    "invalid-input",
    first ? `Nothing of this could be understood. ${first.message}` : "There is no workload in this.",
    { extra: { notes: notes.slice(0, 50) } },
  );
}

async function configurationRows(
  tx: Tx,
  body: AttachBody,
  {
    result,
    tuples,
    capture,
  }: { result: DeriveResult; tuples: AuthorityTuple[]; capture: CaptureRecord | null },
  redacted: Redacted[],
): Promise<{ id: string; number: number; changes: RowChange[] }> {
  const id = newId();
  const number = tx.nextNumber("G");
  const former = await tx.sql.query<{ id: string; number: number }>(
    "select id, number from configuration where review_id = $1 and environment = $2 and is_newest",
    [tx.review.id, body.environment],
  );
  const changes: RowChange[] = former.map((old) => ({
    op: "update",
    table: "configuration",
    id: old.id,
    before: { number: old.number, isNewest: true },
    set: { isNewest: false },
  }));
  changes.push({
    op: "insert",
    table: "configuration",
    row: {
      id,
      number,
      environment: body.environment,
      provenance: body.provenance,
      format: result.format,
      configDigest: result.digest,
      authorityDigest: result.authorityDigest,
      catalogueVersion: CATALOGUE_VERSION,
      files: redacted.map(({ name, text }) => ({ name, lines: text.split("\n").length })),
      workloads: result.workloads,
      bounds: result.bounds,
      tuples,
      notes: result.notes,
      capture,
      attachedById: tx.actor.id,
      attachedAt: tx.now.toISOString(),
      isNewest: true,
    },
  });
  for (const { name, text } of redacted)
    changes.push({ op: "insert", table: "configuration_file", row: { configurationId: id, name, text } });
  return { id, number, changes };
}

/** The rows of a plan with ids and short numbers, in the order in which they refer to each other. */
async function planRows(tx: Tx, plan: AttachPlan, configurationId: string): Promise<RowChange[]> {
  const turn = turns();
  const changes: RowChange[] = [];
  const executorIds = plan.known.executorIds;
  for (const { key, workload, container, given } of plan.executors) {
    const id = newId();
    executorIds.set(key, id);
    changes.push({
      op: "insert",
      table: "executor",
      row: {
        id,
        number: tx.nextNumber("X"),
        name: executorName(workload, container),
        workload,
        container,
        role: given?.role ?? null,
        roleReason: given?.reason?.trim() || null,
        layers: plan.layers.get(key) ?? null,
        answers: {},
        versions: {
          ...(given && { role: tx.seq, ...(given.reason ? { roleReason: tx.seq } : {}) }),
          ...(plan.layers.has(key) && { layers: tx.seq }),
        },
      },
    });
  }
  changes.push(...executorChanges(tx, plan));
  const capabilityIds = plan.known.capabilityIds;
  for (const { key, executor, ...facts } of plan.added) {
    await turn();
    const id = newId();
    capabilityIds.set(key, id);
    changes.push({
      op: "insert",
      table: "capability",
      row: {
        id,
        number: tx.nextNumber("C"),
        key,
        executorId: executor === null ? null : (executorIds.get(executor) ?? null),
        ...facts,
        answers: {},
        versions: {},
      },
    });
  }
  for (const { known, set } of plan.changed) {
    await turn();
    const { number, executorId, workload, container, justificationId } = known;
    const before: Record<string, unknown> = { number, executorId, workload, container, justificationId };
    for (const name of Object.keys(set)) before[name] = known[name as keyof typeof known];
    changes.push({ op: "update", table: "capability", id: known.id, before, set });
  }
  for (const { key, row } of plan.grants) {
    await turn();
    changes.push({
      op: "insert",
      table: "capability_grant",
      row: {
        capabilityId: capabilityIds.get(key),
        configurationId,
        catalogueId: row.id,
        access: row.access,
        extent: row.extent,
        origin: row.origin,
        authority: row.authority,
        severity: row.severity,
        target: row.target,
        explanation: row.explanation,
        limits: row.limits,
        file: row.source.file,
        document: row.source.document,
        pointer: row.source.pointer,
        line: row.source.line,
      },
    });
  }
  return changes;
}

/** What is said anew of executors that the review has: what they are, and which layers run inside them. */
function executorChanges(tx: Tx, { said }: AttachPlan): RowChange[] {
  return said.map(({ executor, given, layers }) => {
    const { number, workload, container, role, roleReason, layers: before, versions } = executor;
    return {
      op: "update",
      table: "executor",
      id: executor.id,
      before: {
        number,
        workload,
        container,
        ...(given && { role, roleReason }),
        ...(layers && { layers: before }),
      },
      set: {
        ...(given && { role: given.role, roleReason: given.reason?.trim() || null }),
        ...(layers && { layers }),
        versions: {
          ...versions,
          ...(given && { role: tx.seq, roleReason: tx.seq }),
          ...(layers && { layers: tx.seq }),
        },
      },
    };
  });
}

/** "web" for the one container of Deployment web, "web/proxy" for another. */
function executorName(workload: string, container: string): string {
  const name = workload.slice(Math.max(workload.lastIndexOf("/"), workload.lastIndexOf(" ")) + 1);
  return (name === container ? name : `${name}/${container}`).slice(0, 300);
}
