import { gunzipSync } from "node:zlib";
import { newId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import type { Cell } from "../cell";
import type { ContentTable, RowChange } from "../change";
import { ENTITIES, type EntityKind, fieldsOf } from "../fields";
import { presentRow } from "./rows";

type FrozenRow = { id: string; number: number; cells: Record<string, Cell> };

/** What a copy reads of a snapshot (`lib/signoff/snapshot.ts`). */
type Frozen = {
  review: { cells: Record<string, Cell> };
  artifacts: FrozenRow[];
  executors: FrozenRow[];
  entryPoints: FrozenRow[];
  capabilities: FrozenRow[];
  justifications: FrozenRow[];
  risks: FrozenRow[];
  kinds: { kind: string; cells: Record<string, Cell> }[];
  configurations: { id: string }[];
};

type Cells = { set: Record<string, unknown>; answers: Record<string, unknown> };

/** A frozen revision turned into the rows of another review. */
export type ReviewCopy = {
  from: { reviewId: string; revision: number; title: string };
  /** Short numbers go on where the copied review stopped, so that none ever means two things. */
  counters: Record<string, number>;
  scope: Cells;
  changes: RowChange[];
};

/**
 * The content of a system's last revision in force, ready to be written into another review: what was
 * frozen, not what was edited since. Rows keep their ids, which are a review's own, so that what leads
 * from one to another still does. Risks have to be accepted again.
 *
 * @returns null when no revision of the system was ever in force
 */
export async function copyOf(sql: Sql, systemId: string): Promise<ReviewCopy | null> {
  const [last] = await sql.query<Last>(LAST_IN_FORCE, [systemId]);
  if (!last) return null;
  const frozen = JSON.parse(gunzipSync(last.bytes).toString("utf8")) as Frozen;
  const { F: _findings, ...counters } = last.counters;
  const rows = async (entity: EntityKind, of: FrozenRow[]) => copiedRows(sql, last.review_id, entity, of);
  return {
    from: { reviewId: last.review_id, revision: last.number, title: last.title },
    counters,
    scope: cellsOf("review", frozen.review.cells),
    changes: [
      ...(await rows("artifact", frozen.artifacts)),
      ...(await rows("executor", frozen.executors)),
      ...(await rows("entryPoint", frozen.entryPoints)),
      ...frozen.kinds.map(kindRow),
      ...(await rows("justification", frozen.justifications)),
      ...(await rows("capability", frozen.capabilities)),
      ...(await rows("risk", frozen.risks)),
      ...(await configurationRows(sql, last.review_id, frozen)),
    ],
  };
}

type Last = {
  review_id: string;
  number: number;
  title: string;
  counters: Record<string, number>;
  bytes: Buffer;
};

const LAST_IN_FORCE = `
  select v.review_id, v.number, r.title, r.counters, s.bytes
  from revision v
  join review r on r.workspace_id = v.workspace_id and r.id = v.review_id
  join snapshot s on s.workspace_id = v.workspace_id and s.review_id = v.review_id and s.revision_id = v.id
  where r.system_id = $1 and v.state in ('in-force', 'ended')
  order by v.decided_at desc limit 1`;

/** Cells as columns: a reference's value under its column, other answers apart. */
function cellsOf(entity: EntityKind, cells: Record<string, Cell>): Cells {
  const set: Record<string, unknown> = {};
  const answers: Record<string, unknown> = {};
  for (const [field, { kind }] of fieldsOf(entity)) {
    const cell = cells[field];
    const empty = kind === "choices" || kind === "targets" ? [] : null;
    set[kind === "reference" ? `${field}Id` : field] = cell?.state === "value" ? cell.value : empty;
    if (cell && cell.state !== "value") answers[field] = cell;
  }
  return { set, answers };
}

const versionsOf = (cells: Record<string, Cell>): Record<string, number> =>
  Object.fromEntries(Object.keys(cells).map((field) => [field, 1]));

/** The stored rows with the frozen cells in place of what they hold now. */
async function copiedRows(
  sql: Sql,
  reviewId: string,
  entity: EntityKind,
  frozen: FrozenRow[],
): Promise<RowChange[]> {
  const table: ContentTable = ENTITIES[entity].table;
  const stored = await sql.query<Record<string, unknown>>(
    `select * from "${table}" where review_id = $1 and id = any($2::uuid[])`,
    [reviewId, frozen.map(({ id }) => id)],
  );
  const byId = new Map(frozen.map((row) => [row.id, row]));
  return stored.map((row) => {
    const own = presentRow(row);
    const { cells } = byId.get(own.id)!;
    const { set, answers } = cellsOf(entity, cells);
    const fresh = { archivedAt: null, answers, versions: versionsOf(cells) };
    const more =
      entity === "capability" ? { closedAt: null } : entity === "risk" ? { state: "proposed" } : {};
    return { op: "insert", table, row: { ...own, ...set, ...fresh, ...more } };
  });
}

function kindRow({ kind, cells }: Frozen["kinds"][number]): RowChange {
  const because = cells.because?.state === "value" ? cells.because.value : null;
  return {
    op: "insert",
    table: "kind_answer",
    row: { id: newId(), kind, because, answers: {}, versions: versionsOf(cells) },
  };
}

/** The configurations that were the newest then, with their files and what they grant. */
async function configurationRows(sql: Sql, reviewId: string, frozen: Frozen): Promise<RowChange[]> {
  const ids = frozen.configurations.map(({ id }) => id);
  // A capability that was closed or archived then is not copied, nor is what once granted it.
  const capabilities = new Set(frozen.capabilities.map(({ id }) => id));
  const changes: RowChange[] = [];
  for (const [table, column] of CONFIGURATION_TABLES) {
    const rows = await sql.query<Record<string, unknown>>(
      `select * from ${table} where review_id = $1 and ${column} = any($2::uuid[])`,
      [reviewId, ids],
    );
    for (const row of rows) {
      const own: Record<string, unknown> = presentRow(row);
      if (table === "configuration") own.isNewest = true;
      if (table === "capability_grant" && !capabilities.has(String(own.capabilityId))) continue;
      changes.push({ op: "insert", table, row: own });
    }
  }
  return changes;
}

const CONFIGURATION_TABLES = [
  ["configuration", "id"],
  ["configuration_file", "configuration_id"],
  ["capability_grant", "configuration_id"],
] as const satisfies [ContentTable, string][];
