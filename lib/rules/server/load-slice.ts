import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { inPages } from "@/lib/platform/db/in-pages";
import type { Sql } from "@/lib/platform/db/sql";
import type { RowChange } from "@/lib/review/change";
import type { ReviewContent } from "@/lib/review/content";
import { type Seeds, seedsOfChanges, seedsOfTargets } from "../seeds";
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

/**
 * Grows the slice from its seeds, step by step as `sliceOf` does. Each way to a row is a select of
 * its own over an array of ids, so that each uses its index; steps that the seeds do not need are
 * left out, because planning is a good part of a small statement's time.
 */
function sliceText({ siblings, review, risks }: Seeds): string {
  return `with
  touched as materialized (
    select executor_id, workload from capability where review_id = $1 and id = any($7::uuid[])
    union select executor_id, workload from capability where review_id = $1 and justification_id = any($9::uuid[])),
  seed_executors as materialized (
    select unnest($5::uuid[]) as id
    union select executor_id from entry_point where review_id = $1 and id = any($4::uuid[]) and executor_id is not null
    union select executor_id from entry_point where review_id = $1 and artifact_id = any($2::uuid[]) and executor_id is not null
    union select executor_id from touched where executor_id is not null),
  workloads as materialized (
    select unnest($6::text[]) as workload
    union select workload from touched where executor_id is null and workload is not null
    union select workload from executor
      where review_id = $1 and id = any(array(select id from seed_executors)) and workload is not null),
  near as materialized (
    select id, workload from executor where review_id = $1 and id = any(array(select id from seed_executors))
    union select id, workload from executor
      where review_id = $1 and workload = any(array(select workload from workloads))),
  near_entries as materialized (
    select id, artifact_id from entry_point where review_id = $1 and id = any($4::uuid[])
    union select id, artifact_id from entry_point
      where review_id = $1 and executor_id = any(array(select id from near))),
  artifact_ids as materialized (
    select unnest($2::uuid[] || $3::uuid[]) as id
    union select artifact_id from near_entries where artifact_id is not null),
  ${siblings ? SIBLINGS : ""}
  ${review ? KINDS : ""}
  entry_ids as materialized (
    select id from near_entries ${siblings ? "union select id from siblings" : ""} ${review ? "union select id from kinds" : ""}),
  compared as materialized (
    select id, workload from near
    ${siblings ? "union select id, workload from executor where review_id = $1 and id = any(array(select executor_id from siblings))" : ""}),
  evaluated as materialized (
    select unnest($8::uuid[] || $9::uuid[]) as id
    ${siblings ? "union select justification_id from capability where review_id = $1 and id = any($7::uuid[]) and justification_id is not null" : ""}),
  whole_ids as materialized (
    ${heldBy("near")}
    union select id, justification_id from capability
      where review_id = $1 and executor_id is null and workload = any($6::text[])
    union select id, justification_id from capability where review_id = $1 and id = any($7::uuid[])
    union select id, justification_id from capability
      where review_id = $1 and justification_id = any(array(select id from evaluated))),
  capability_ids as materialized (
    select id, justification_id from whole_ids
    ${siblings ? `union ${heldBy("compared", "and class = 'grant'")}` : ""}),
  justification_ids as materialized (
    select id from evaluated union select justification_id from whole_ids)
  select ${REVIEW} as review,
    ${jsonList("artifact", within("artifact_ids"))} as artifacts,
    ${jsonList("entry_point", within("entry_ids"))} as "entryPoints",
    ${jsonList("executor", within("compared"))} as executors,
    ${jsonList("capability", within("capability_ids"))} as capabilities,
    ${grantList("g.capability_id = any(array(select id from whole_ids))")} as grants, ${NEWEST} as newest,
    ${jsonList("justification", within("justification_ids"))} as justifications,
    ${review ? jsonList("kind_answer", "true") : NONE} as "kindAnswers",
    ${review ? jsonList("configuration", "true") : NONE} as configurations,
    ${risks.size > 0 ? jsonList("risk", "id = any($10::uuid[])") : "case when $10::uuid[] is null then null::json end"} as risks`;
}

/** What some executors hold: their own rows, and those of their pods. */
const heldBy = (executors: string, more = ""): string => `
    select id, justification_id from capability
      where review_id = $1 and executor_id = any(array(select id from ${executors})) ${more}
    union select id, justification_id from capability
      where review_id = $1 and executor_id is null
        and workload = any(array(select workload from ${executors})) ${more}`;

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
  return withGrants(listsOf(await sql.query<Lists>(sliceText(seeds), [reviewId, ...valuesOf(seeds)])));
}

function valuesOf(seeds: Seeds): unknown[] {
  const ids = (set: Set<string>) => [...set].filter(isId);
  return [
    ids(seeds.artifacts),
    ids(seeds.compared),
    ids(seeds.entryPoints),
    ids(seeds.executors),
    [...seeds.workloads],
    ids(seeds.capabilities),
    ids(seeds.justifications),
    ids(seeds.purposes),
    ids(seeds.risks),
  ];
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
  Partial<Record<(typeof LISTS)[number], Columns | null>>;

function listsOf([row]: Lists[]): LoadedContent {
  if (!row?.review) throw problem("not-found", "There is no such review that you can see.");
  const { review, newest } = row;
  const lists = LISTS.map((name) => [name, row[name] ? rowsOfColumns(row[name]) : []]);
  return { review, newest, ...Object.fromEntries(lists) } as LoadedContent;
}
