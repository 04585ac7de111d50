import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { inPages } from "@/lib/platform/db/in-pages";
import type { Sql } from "@/lib/platform/db/sql";
import type { RowChange } from "@/lib/review/change";
import type { ReviewContent } from "@/lib/review/content";
import { type Seeds, seedsOfChanges, seedsOfTargets } from "../seeds";
import { type ComparedColumns, comparedOnly } from "../slice";
import {
  COLUMNS,
  type Columns,
  grantList,
  grantRows,
  jsonList,
  NEWEST,
  rowsOfColumns,
  rowsText,
} from "./content-columns";
import { type LoadedContent, type LoadedGrant, withGrants } from "./with-grants";

const REVIEW = `(select row_to_json(t) from (select ${COLUMNS.review.join(", ")} from review where id = $1) t)`;

const WHOLE = `select ${REVIEW} as review,
  ${jsonList("artifact", "true")} as artifacts,
  ${jsonList("entry_point", "true")} as "entryPoints",
  ${jsonList("executor", "true")} as executors,
  ${NEWEST} as newest,
  ${jsonList("justification", "true")} as justifications,
  ${jsonList("kind_answer", "true")} as "kindAnswers",
  ${jsonList("configuration", "true")} as configurations,
  ${jsonList("risk", "true")} as risks`;

/** A select for each seed or step that is there; of none, no rows. */
const unionOf = (columns: string, ...selects: (string | false)[]): string =>
  selects.filter((select) => select !== false).join("\n    union ") || `select ${columns} where false`;

/**
 * Grows the slice from its seeds, step by step as `sliceOf` does. Each way to a row is a select of
 * its own over an array of ids, so that each uses its index; steps that the seeds do not need are
 * left out, because setting up a plan is a good part of a small statement's time.
 */
function sliceStatement(reviewId: string, seeds: Seeds): { text: string; values: unknown[] } {
  const { siblings, review } = seeds;
  const values: unknown[] = [reviewId];
  const given = (ids: Set<string>): string | false => {
    if (ids.size === 0) return false;
    values.push([...ids].filter(isId));
    return `$${values.length}::uuid[]`;
  };
  const artifacts = given(seeds.artifacts);
  const compared = given(seeds.compared);
  const entries = given(seeds.entryPoints);
  const executors = given(seeds.executors);
  const capabilities = given(seeds.capabilities);
  const justifications = given(seeds.justifications);
  const purposes = given(seeds.purposes);
  const risks = given(seeds.risks);
  const workloads = seeds.workloads.size > 0 && `$${values.push([...seeds.workloads])}::text[]`;
  const evaluated = Boolean(justifications || purposes) || (siblings && Boolean(capabilities));
  const text = `with
  touched as materialized (${unionOf(
    "null::uuid as executor_id, null::text as workload",
    capabilities &&
      `select executor_id, workload from capability where review_id = $1 and id = any(${capabilities})`,
    purposes &&
      `select executor_id, workload from capability where review_id = $1 and justification_id = any(${purposes})`,
  )}),
  seed_executors as materialized (${unionOf(
    "null::uuid as id",
    executors && `select unnest(${executors}) as id`,
    entries &&
      `select executor_id as id from entry_point where review_id = $1 and id = any(${entries}) and executor_id is not null`,
    artifacts &&
      `select executor_id as id from entry_point where review_id = $1 and artifact_id = any(${artifacts}) and executor_id is not null`,
    (capabilities || purposes) && "select executor_id as id from touched where executor_id is not null",
  )}),
  workloads as materialized (${unionOf(
    "null::text as workload",
    workloads && `select unnest(${workloads}) as workload`,
    (capabilities || purposes) &&
      "select workload from touched where executor_id is null and workload is not null",
    `select workload from executor
      where review_id = $1 and id = any(array(select id from seed_executors)) and workload is not null`,
  )}),
  near as materialized (
    select id, workload, container from executor where review_id = $1 and id = any(array(select id from seed_executors))
    union select id, workload, container from executor
      where review_id = $1 and workload = any(array(select workload from workloads))),
  near_entries as materialized (${unionOf(
    "null::uuid as id, null::uuid as artifact_id",
    entries && `select id, artifact_id from entry_point where review_id = $1 and id = any(${entries})`,
    `select id, artifact_id from entry_point
      where review_id = $1 and executor_id = any(array(select id from near))`,
  )}),
  artifact_ids as materialized (${unionOf(
    "null::uuid as id",
    artifacts && `select unnest(${artifacts}) as id`,
    compared && `select unnest(${compared}) as id`,
    "select artifact_id as id from near_entries where artifact_id is not null",
  )}),
  ${siblings ? SIBLINGS : ""}
  ${review ? KINDS : ""}
  entry_ids as materialized (
    select id from near_entries ${siblings ? "union select id from siblings" : ""} ${review ? "union select id from kinds" : ""}),
  compared as materialized (
    select id, workload, container from near
    ${siblings ? "union select id, workload, container from executor where review_id = $1 and id = any(array(select executor_id from siblings))" : ""}),
  evaluated as materialized (${unionOf(
    "null::uuid as id",
    justifications && `select unnest(${justifications}) as id`,
    purposes && `select unnest(${purposes}) as id`,
    siblings &&
      capabilities &&
      `select justification_id as id from capability
      where review_id = $1 and id = any(${capabilities}) and justification_id is not null`,
  )}),
  whole as materialized (${unionOf(
    "null::uuid as id, null::uuid as justification_id",
    heldBy("near"),
    workloads &&
      `select id, justification_id from capability
      where review_id = $1 and executor_id is null and workload = any(${workloads})`,
    capabilities &&
      `select id, justification_id from capability where review_id = $1 and id = any(${capabilities})`,
    evaluated &&
      `select id, justification_id from capability
      where review_id = $1 and justification_id = any(array(select id from evaluated))`,
  )}),
  ${siblings ? COMPARED : ""}
  justification_ids as materialized (
    select id from evaluated union select justification_id from whole)
  select ${REVIEW} as review,
    ${jsonList("artifact", within("artifact_ids"))} as artifacts,
    ${jsonList("entry_point", within("entry_ids"))} as "entryPoints",
    ${jsonList("executor", within("compared"))} as executors,
    ${jsonList("capability", within("whole"))} as capabilities,
    ${siblings ? jsonList("compared", within("alike")) : NONE} as compared,
    ${siblings ? SHARED : NONE} as "sharedGrants",
    ${grantList("g.capability_id = any(array(select id from whole))")} as grants, ${NEWEST} as newest,
    ${jsonList("justification", within("justification_ids"))} as justifications,
    ${review ? jsonList("kind_answer", "true") : NONE} as "kindAnswers",
    ${review ? jsonList("configuration", "true") : NONE} as configurations,
    ${risks ? jsonList("risk", `id = any(${risks})`) : NONE} as risks`;
  return { text, values };
}

/** What some executors hold: their own rows, and those of their pods. */
const heldBy = (executors: string): string => `
    select id, justification_id from capability
      where review_id = $1 and executor_id = any(array(select id from ${executors}))
    union select id, justification_id from capability
      where review_id = $1 and executor_id is null
        and workload = any(array(select workload from ${executors}))`;

/**
 * The live grants of the compared executors. What all of them hold is no difference: of it only
 * that it is shared is told, since equal executors share hundreds.
 */
const COMPARED = `held as materialized (
    select c.id, c.family, c.anchor, c.executor_id as holder from capability c
      where c.review_id = $1 and c.class = 'grant' and c.archived_at is null and c.closed_at is null
        and c.executor_id = any(array(select id from compared))
    union all select c.id, c.family, c.anchor, e.id from capability c
      join compared e on e.workload = c.workload and (c.container is null or c.container = e.container)
      where c.review_id = $1 and c.class = 'grant' and c.archived_at is null and c.closed_at is null
        and c.executor_id is null and c.workload = any(array(select workload from compared))),
  shared as materialized (
    select family, anchor from held group by family, anchor
    having count(distinct holder) = (select count(*) from compared)),
  alike as materialized (
    select h.id from held h left join shared s on s.family = h.family and s.anchor = h.anchor where s.family is null
    except select id from whole),`;

const SHARED = `(select coalesce(json_agg(family || ' ' || anchor), '[]') from shared)`;

const NONE = "null::json";
const within = (ids: string): string => `id = any(array(select id from ${ids}))`;

const SIBLINGS = `siblings as materialized (
    select id, executor_id from entry_point
    where review_id = $1 and artifact_id = any(array(select id from artifact_ids))),`;

const KINDS = `kinds as materialized (
    select distinct on (kind) id from entry_point
    where review_id = $1 and kind is not null and archived_at is null order by kind, number),`;

/**
 * Everything that the rules read of a review: for imports, snapshots and deriving again. What can be
 * ten thousand rows comes in pages; row-level security restricts the workspace.
 *
 * @throws ProblemError `not-found` when the review is not there
 */
export async function loadContent(sql: Sql, reviewId: string): Promise<ReviewContent> {
  const content = listsOf(await sql.query<Lists>(WHOLE, [reviewId]));
  type Row = LoadedContent["capabilities"][number];
  const of = [reviewId];
  content.capabilities = await inPages<Row>(sql, "whole_capabilities", rowsText("capability", "true"), of);
  content.grants = await inPages<LoadedGrant>(sql, "whole_grants", grantRows("true"), of);
  return withGrants(content);
}

/**
 * What the rules need of a review to evaluate some targets, or what some changes touch (read after
 * the changes were written): the rows of `sliceOf`, in one statement. Only another risk tier and
 * another configuration need everything.
 *
 * @throws ProblemError `not-found` when the review is not there
 */
export async function loadSlice(
  sql: Sql,
  reviewId: string,
  of: readonly RowChange[] | readonly string[],
): Promise<ReviewContent> {
  const seeds = isChanges(of) ? seedsOfChanges(of) : seedsOfTargets(of);
  if (seeds.whole) return loadContent(sql, reviewId);
  const { text, values } = sliceStatement(reviewId, seeds);
  const rows = await sql.query<Lists>(text, values);
  const content = withGrants(listsOf(rows));
  const [row] = rows;
  if (row?.sharedGrants) content.sharedGrants = row.sharedGrants.sort();
  const compared = row?.compared ? rowsOfColumns<ComparedColumns>(row.compared) : [];
  if (compared.length > 0) {
    content.capabilities.push(...compared.map(comparedOnly));
    content.capabilities.sort((a, b) => a.number - b.number);
  }
  return content;
}

const isChanges = (of: readonly RowChange[] | readonly string[]): of is readonly RowChange[] =>
  of.length > 0 && typeof of[0] !== "string";

const LISTS = [
  "artifacts",
  "entryPoints",
  "executors",
  "capabilities",
  "grants",
  "justifications",
  "kindAnswers",
  "configurations",
  "risks",
] as const;

/** The row that both statements give: what is not asked for is null or not there. */
type Lists = Pick<LoadedContent, "review" | "newest"> &
  Partial<Record<(typeof LISTS)[number] | "compared", Columns | null>> & { sharedGrants?: string[] | null };

function listsOf([row]: Lists[]): LoadedContent {
  if (!row?.review) throw problem("not-found", "There is no such review that you can see.");
  const { review, newest } = row;
  const lists = LISTS.map((name) => [name, row[name] ? rowsOfColumns(row[name]) : []]);
  return { review, newest, ...Object.fromEntries(lists) } as LoadedContent;
}
