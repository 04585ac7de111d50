import { isId } from "@/lib/kernel/ids";
import type { Seeds } from "../seeds";
import { findingList, grantList, jsonList, MOMENT, NEWEST, REVIEW } from "./content-columns";

/** A select for each seed or step that is there; of none, no rows. */
const unionOf = (columns: string, ...selects: (string | false)[]): string =>
  selects.filter((select) => select !== false).join("\n    union ") || `select ${columns} where false`;

/**
 * Grows the slice from its seeds, step by step as `sliceOf` does. Each way to a row is a select of
 * its own over an array of ids, so that each uses its index; steps that the seeds do not need are
 * left out, because setting up a plan is a good part of a small statement's time.
 */
export function sliceStatement(reviewId: string, seeds: Seeds): { text: string; values: unknown[] } {
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
    seeds.rules === null && heldBy("near"),
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
    ${risks ? jsonList("risk", `id = any(${risks})`) : NONE} as risks,
    ${review || risks ? MOMENT : NONE} as moment,
    ${storedList(Boolean(review), risks)} as stored`;
  return { text, values };
}

/** The stored findings of every target that a change of such rows can touch. */
const storedList = (review: boolean, risks: string | false): string =>
  findingList(`
      select 'entry:' || id as target from entry_ids
      union all select 'artifact:' || id from artifact_ids
      union all select 'executor:' || id from near
      union all select 'capability:' || id from whole
      union all select 'justification:' || id from justification_ids
      ${risks ? `union all select 'risk:' || unnest(${risks})` : ""}
      ${review ? "union all select 'review'" : ""}`);

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
