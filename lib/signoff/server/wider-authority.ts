import { gunzipSync } from "node:zlib";
import type { AuthorityTuple } from "@/lib/authority/schema";
import { compareTuples, type TupleChange } from "@/lib/authority/wider";
import type { Sql } from "@/lib/platform/db/sql";
import { type Contestable, contested } from "@/lib/platform/unit-of-work/contest-in-force";
import type { Tx } from "@/lib/platform/unit-of-work/run";
import type { RowChange } from "@/lib/review/change";
import type { FrozenDocument } from "../frozen-summary";
import { endInForce } from "./end-in-force";
import { tuplesAsToday } from "./tuples-as-today";

type InForce = Contestable & { bytes: Buffer };

/**
 * What a newly attached configuration means for the revision in force. Wider authority than was
 * signed for the same environment ends it. Authority that cannot be compared, or an environment
 * that was not signed for at all, ends nothing and is said to its approvers.
 *
 * @param label how people call the configuration: "G4"
 */
export async function bearingOnForce(
  tx: Tx,
  { label, environment, tuples }: { label: string; environment: string; tuples: AuthorityTuple[] },
): Promise<RowChange[]> {
  const inForce = await revisionInForce(tx.sql, tx.review.id);
  if (!inForce) return [];
  const bearing = await bearingOn(tx.sql, tx.review.id, frozenIn(inForce), { label, environment, tuples });
  if (bearing?.ends) return endInForce(tx, { by: "wider-authority", because: bearing.because });
  return bearing ? contested(inForce, tx.now, bearing.because) : [];
}

/**
 * What attaching a configuration would mean for the revision in force, for a look at it beforehand; null where
 * there is none.
 */
export async function bearingBeforehand(
  sql: Sql,
  reviewId: string,
  attached: Attached,
): Promise<{ revision: number; ends: boolean; because: string | null } | null> {
  const inForce = await revisionInForce(sql, reviewId);
  if (!inForce) return null;
  const bearing = await bearingOn(sql, reviewId, frozenIn(inForce), attached);
  return { revision: inForce.number, ends: bearing?.ends ?? false, because: bearing?.because ?? null };
}

async function revisionInForce(sql: Sql, reviewId: string): Promise<InForce | undefined> {
  const [found] = await sql.query<InForce>(
    `select r.id, r.number, r.contested_at as "contestedAt", r.contested_because as "contestedBecause", s.bytes from revision r
     join snapshot s on s.workspace_id = r.workspace_id and s.review_id = r.review_id and s.revision_id = r.id
     where r.review_id = $1 and r.state = 'in-force'`,
    [reviewId],
  );
  return found;
}

const frozenIn = ({ bytes }: InForce) => JSON.parse(gunzipSync(bytes).toString("utf8")) as FrozenDocument;

type Attached = { label: string; environment: string; tuples: AuthorityTuple[] };

/** What a configuration says against what was frozen: it ends a decision about that, or it contests it. */
type Bearing = { ends: boolean; because: string };

async function bearingOn(
  sql: Sql,
  reviewId: string,
  frozen: Pick<FrozenDocument, "configurations">,
  { label, environment, tuples }: Attached,
): Promise<Bearing | null> {
  const signed = frozen.configurations.find((configuration) => configuration.environment === environment);
  if (!signed) return { ends: false, because: `${label} is of ${environment}, for which nothing was signed` };
  const before = await tuplesAsToday(sql, reviewId, signed.number);
  const { wider, incomparable } = compareTuples(before ?? [], tuples);
  const what = `${label} of ${environment}`;
  if (wider.length > 0) {
    return { ends: true, because: `${what} grants wider authority than was signed: ${inWords(wider)}` };
  }
  if (incomparable.length === 0) return null;
  return {
    ends: false,
    because: `${what} cannot be compared with what was signed: ${inWords(incomparable)}`,
  };
}

/**
 * What was attached while a revision waited says against it: the newest configuration of each
 * environment that is not the one that was frozen. What ends a decision comes first.
 */
export async function bearingSince(
  tx: Tx,
  frozen: Pick<FrozenDocument, "configurations">,
): Promise<Bearing | null> {
  const newest = await tx.sql.query<{ number: number; environment: string }>(
    `select number, environment from configuration
     where review_id = $1 and is_newest and not (number = any($2::int[])) order by number`,
    [tx.review.id, (frozen.configurations ?? []).map(({ number }) => number)],
  );
  let contesting: Bearing | null = null;
  for (const { number, environment } of newest) {
    const bearing = await bearingOn(tx.sql, tx.review.id, frozen, {
      label: `G${number}`,
      environment,
      tuples: (await tuplesAsToday(tx.sql, tx.review.id, number)) ?? [],
    });
    if (bearing?.ends) return bearing;
    contesting ??= bearing;
  }
  return contesting;
}

/** "host-path /var/log (read-write) of Deployment default/web/proxy and 3 more" */
function inWords(changes: TupleChange[]): string {
  const [{ before, after }] = changes as [TupleChange, ...TupleChange[]];
  const tuple = (after ?? before)!;
  const where = tuple.container ? `${tuple.workload}/${tuple.container}` : tuple.workload;
  const isBound = tuple.family === "bound";
  const degree = isBound
    ? tuple.extent.join(", ")
    : [tuple.access, ...tuple.extent].filter(Boolean).join(" ");
  const what = isBound
    ? after
      ? `the ${tuple.anchor} limit is ${degree}`
      : `the ${tuple.anchor} limit is gone`
    : `${tuple.family} ${tuple.anchor}`.trim() + (degree ? ` (${degree})` : "");
  const more = changes.length > 1 ? `, and ${changes.length - 1} more` : "";
  return `${what} in ${where}${more}`;
}
