import type { Drift, DriftRow } from "@/lib/authority/drift";
import type { DeriveResult, GrantedCapability } from "@/lib/authority/schema";
import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import type { KnownExecutor } from "../authority/attach-plan";
import { driftInTurns } from "../authority/drift-in-turns";
import { containerKey, namesInReview } from "../authority/match-names";
import {
  CHANGES,
  type Preview,
  type PreviewContainer,
  type PreviewRow,
  type PreviewSide,
} from "../authority/preview";
import { suggestedRole } from "../authority/suggest-role";
import { titleOf } from "../authority/title";
import { reviewHead } from "./access";
import { derivedFrom } from "./configurations-derive";
import type { ImportBody } from "./configurations-input";
import { knownExecutors, type NewestConfiguration, newestOf } from "./configurations-known";

/** How many rows of each kind of change a preview lists; the counts are of all. */
const MOST_LISTED = 200;

/**
 * Says what attaching a configuration would do, and writes nothing.
 *
 * @throws ProblemError `not-found`
 */
export async function previewConfiguration(
  actor: Actor,
  reviewId: string,
  body: ImportBody,
  signal: AbortSignal,
): Promise<Preview> {
  await reviewHead(actor, reviewId);
  const { result } = await derivedFrom(body, signal);
  const { newest, executors } = await readSql(actor, async (sql) => ({
    newest: await newestOf(sql, reviewId, body.environment),
    executors: await knownExecutors(sql, reviewId),
  }));
  return {
    format: result.format,
    configDigest: result.digest,
    authorityDigest: result.authorityDigest,
    containers: containersOf(result, executors),
    capabilities: result.capabilities.length,
    notes: result.notes,
    ...(await compared(result, newest)),
  };
}

function containersOf(result: DeriveResult, executors: KnownExecutor[]): PreviewContainer[] {
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
  return result.workloads.flatMap(({ ref, containers }) =>
    containers.map(({ name, role }) => {
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
}

async function compared(
  result: DeriveResult,
  newest: NewestConfiguration | null,
): Promise<Pick<Preview, "against" | "counts" | "rows" | "bounds">> {
  const nothing = { workloads: [], capabilities: [], bounds: [] };
  const drift = saidOtherwise(await driftInTurns(newest?.derived ?? nothing, result));
  const counts = Object.fromEntries(CHANGES.map((change) => [change, drift[change].length]));
  const rows = Object.fromEntries(
    CHANGES.filter((change) => change !== "unchanged").map((change) => [
      change,
      drift[change].slice(0, MOST_LISTED).map(rowOf),
    ]),
  );
  return {
    against: newest && {
      number: newest.number,
      attachedAt: newest.attachedAt.toISOString(),
      sameConfiguration: newest.configDigest === result.digest,
      sameAuthority: newest.authorityDigest === result.authorityDigest,
    },
    counts: counts as Preview["counts"],
    rows: rows as Preview["rows"],
    bounds: newest ? boundsOf(drift) : { wider: [], narrower: [] },
  };
}

type Compared = Record<(typeof CHANGES)[number], DriftRow[]> & Pick<Drift, "bounds">;

/** Attaching writes a row anew that is as wide as before and called or weighed otherwise: it is no unchanged one. */
function saidOtherwise(drift: Drift): Compared {
  const isOther = ({ before, after }: DriftRow): boolean =>
    before !== null &&
    after !== null &&
    (before.id !== after.id || before.severity !== after.severity || titleOf(before) !== titleOf(after));
  return {
    ...drift,
    changed: drift.unchanged.filter(isOther),
    unchanged: drift.unchanged.filter((row) => !isOther(row)),
  };
}

function rowOf({ key, before, after, comparable }: DriftRow): PreviewRow {
  const row = (after ?? before)!;
  return {
    key,
    title: titleOf(row),
    workload: row.workload,
    container: row.container,
    before: before && sideOf(before),
    after: after && sideOf(after),
    comparable,
  };
}

const sideOf = ({ access, extent, severity, source }: GrantedCapability): PreviewSide => ({
  access,
  extent: extent.slice(0, 50),
  severity,
  file: source.file,
  line: source.line,
});

function boundsOf({ bounds }: Pick<Drift, "bounds">): Preview["bounds"] {
  const words = ({ before, after }: Drift["bounds"]["wider"][number]): string => {
    const { workload, container, anchor } = (after ?? before)!;
    const was = before?.extent[0] ?? "no limit";
    const is = after?.extent[0] ?? "no limit";
    return `${workload}${container ? ` [${container}]` : ""}, ${anchor}: ${was} → ${is}`;
  };
  return {
    wider: bounds.wider.slice(0, MOST_LISTED).map(words),
    narrower: bounds.narrower.slice(0, MOST_LISTED).map(words),
  };
}
