import { type CaptureRecord, recordedEnvironment } from "@/lib/authority/capture-record";
import type { DeriveResult } from "@/lib/authority/schema";
import { tuplesOf } from "@/lib/authority/tuples";
import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { readSql } from "@/lib/platform/db/transaction";
import { bearingBeforehand } from "@/lib/signoff/server/wider-authority";
import type { KnownExecutor } from "../authority/attach-plan";
import { comparedOf } from "../authority/compared";
import { driftInTurns } from "../authority/drift-in-turns";
import { innerLayerOf } from "../authority/inner-layer";
import { containerKey, namesInReview } from "../authority/match-names";
import type { Preview, PreviewContainer } from "../authority/preview";
import { suggestedRole } from "../authority/suggest-role";
import { reviewHead } from "./access";
import { derivedFrom } from "./configurations-derive";
import type { PreviewBody } from "./configurations-input";
import {
  type AttachedConfiguration,
  knownExecutors,
  newestOf,
  spelledAsBefore,
} from "./configurations-known";

/** How many rows of each kind of change are listed; the counts are of all. */
export const MOST_LISTED = 200;

/**
 * Says what attaching a configuration would do, and writes nothing.
 *
 * @throws ProblemError `not-found`, `invalid-input` when neither the body nor a capture says where it is from
 */
export async function previewConfiguration(
  actor: Actor,
  reviewId: string,
  body: PreviewBody,
  signal: AbortSignal,
): Promise<Preview> {
  await reviewHead(actor, reviewId);
  const { result, capture } = await derivedFrom(body, signal);
  const said = originOf(body, capture);
  const tuples = tuplesOf(result);
  const { environment, newest, executors, signed } = await readSql(actor, async (sql) => {
    const environment = await spelledAsBefore(sql, reviewId, said.environment);
    const attached = { label: "This configuration", environment, tuples };
    return {
      environment,
      newest: await newestOf(sql, reviewId, environment),
      executors: await knownExecutors(sql, reviewId),
      signed: await bearingBeforehand(sql, reviewId, attached),
    };
  });
  return {
    ...said,
    environment,
    capture,
    format: result.format,
    configDigest: result.digest,
    authorityDigest: result.authorityDigest,
    ...containersOf(result, executors),
    capabilities: result.capabilities.length,
    notes: result.notes,
    signed,
    ...(await compared(result, newest)),
  };
}

/** Where a configuration is from: as the person says, else as the capture says of itself. */
function originOf(
  body: PreviewBody,
  capture: CaptureRecord | null,
): Pick<Preview, "environment" | "provenance"> {
  const environment = body.environment ?? (capture && recordedEnvironment(capture)) ?? undefined;
  const provenance = body.provenance ?? (capture ? "captured" : undefined);
  const missing = [
    ...(environment === undefined
      ? [{ pointer: "/environment", message: "Say which environment this is." }]
      : []),
    ...(provenance === undefined ? [{ pointer: "/provenance", message: "Say where it comes from." }] : []),
  ];
  if (environment === undefined || provenance === undefined)
    throw problem("invalid-input", missing.map(({ message }) => message).join(" "), { fields: missing });
  return { environment, provenance };
}

function containersOf(
  result: DeriveResult,
  executors: KnownExecutor[],
): Pick<Preview, "containers" | "hosts"> {
  const nameOf = namesInReview(
    result.workloads,
    executors.flatMap(({ workload }) => workload ?? []),
  );
  const known = new Map(
    executors.flatMap((executor) =>
      executor.workload && executor.container
        ? [[containerKey(executor.workload, executor.container), executor] as const]
        : [],
    ),
  );
  const counts = new Map<string, number>();
  for (const row of result.capabilities) {
    if (row.container === null) continue;
    const key = containerKey(row.workload, row.container);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const hosts = new Map(known);
  const containers = result.workloads.flatMap(({ ref, containers }) =>
    containers.map(({ name, role }): PreviewContainer => {
      hosts.delete(containerKey(nameOf(ref), name));
      const executor = known.get(containerKey(nameOf(ref), name));
      return {
        workload: ref,
        container: name,
        kind: role,
        capabilities: counts.get(containerKey(ref, name)) ?? 0,
        executor: executor
          ? { id: executor.id, number: executor.number, role: executor.role, reason: executor.roleReason }
          : null,
        suggestion: executor?.role ?? suggestedRole(role),
      };
    }),
  );
  return {
    containers,
    hosts: [...hosts.values()]
      .filter(({ workload }) => innerLayerOf(workload) === null)
      .map(({ number, workload, container }) => ({ number, workload: workload!, container: container! })),
  };
}

async function compared(
  result: DeriveResult,
  newest: AttachedConfiguration | null,
): Promise<Pick<Preview, "against" | "counts" | "rows" | "bounds">> {
  const nothing = { workloads: [], capabilities: [], bounds: [] };
  const { bounds, ...rest } = comparedOf(await driftInTurns(newest?.derived ?? nothing, result), MOST_LISTED);
  return {
    against: newest && {
      number: newest.number,
      attachedAt: newest.attachedAt.toISOString(),
      sameConfiguration: newest.configDigest === result.digest,
      sameAuthority: newest.authorityDigest === result.authorityDigest,
    },
    ...rest,
    bounds: newest ? bounds : { wider: [], narrower: [] },
  };
}
