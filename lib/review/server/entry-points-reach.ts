import type { Sql } from "@/lib/platform/db/sql";
import { PATH_FAMILIES } from "@/lib/rules/asking";
import type { Executor } from "../content";
import type { ExecutorReach } from "../entry-point-sheet";
import { type ReachedSum, sumReach } from "../reach-sums";

/** A capability `c` is held by an executor `e`: its own, or one of its pod or container. */
export const OWN = "c.executor_id = e.id";
export const OF_POD =
  "c.executor_id is null and c.workload = e.workload and (c.container is null or c.container = e.container)";

export const WORST_FIRST = "array['critical', 'high', 'medium', 'low', 'info']";

/** The families of one path as the rules order them: the last says most (`PATH_FAMILIES`). */
const PATHS = `array[${PATH_FAMILIES.map((family) => `'${family}'`).join(", ")}]`;

/** How many titles are carried for each family of an executor's grants; the rest is counted. */
const TITLES = 5;

const holding = (how: string): string => `
  select e.id as executor_id, c.number, c.class, c."group", c.family, c.anchor, c.catalogue_id, c.title, c.severity,
    array_position(${PATHS}, c.family) + case when c.ends_confinement then 10 else 0 end as says,
    c.decision is null and c.justification_id is null as is_open, array_position(${WORST_FIRST}, c.severity) as rank
  from executor e
  join capability c on c.workspace_id = e.workspace_id and c.review_id = e.review_id and ${how}
  where e.review_id = $1 and e.archived_at is null and c.archived_at is null and c.closed_at is null
    and c.class <> 'claim'`;

/**
 * Live rows added up by executor, group and family. A row of which a stronger one says the same
 * (`isSubsumed` of the rules) is counted and reaches nothing of its own.
 */
const SUMS = `
  with held as (${holding(OWN)} union all ${holding(OF_POD)}),
  speaking as materialized (
    select executor_id, case when catalogue_id = 'egress-any' then 'egress' else 'rbac ' || anchor end as said
    from held where catalogue_id = 'egress-any' or family = 'rbac-wildcard'),
  paths as materialized (
    select executor_id, anchor, max(says) as says from held where says is not null group by executor_id, anchor),
  told as (
    select held.*, case
      when held.says is not null then held.says < paths.says
      when catalogue_id = 'egress-dns-any' then (executor_id, 'egress') in (select executor_id, said from speaking)
      when family like 'rbac-%' and family <> 'rbac-wildcard' then (executor_id, 'rbac ' || anchor) in (select executor_id, said from speaking)
      else false end as is_told
    from held left join paths using (executor_id, anchor))
  select executor_id as "executorId", "group", family,
    count(*) filter (where class = 'grant')::int as grants,
    count(*) filter (where class = 'missing-limit')::int as "missingLimits",
    count(*) filter (where is_open)::int as undecided,
    count(*) filter (where class = 'grant' and not is_told)::int as reached,
    min(rank)::int as rank,
    coalesce((array_agg(title order by rank, number) filter (where class = 'grant' and not is_told))[1:${TITLES}], '{}') as titles,
    coalesce((array_agg(rank * 1000000 + number order by rank, number) filter (where class = 'grant' and not is_told))[1:${TITLES}], '{}') as places
  from told group by executor_id, "group", family`;

/** What each live executor reaches; one without authority and without inherited secrets is left out. */
export async function reachOfExecutors(
  sql: Sql,
  reviewId: string,
  executors: readonly Executor[],
): Promise<Record<string, ExecutorReach>> {
  return sumReach(await sql.query<ReachedSum>(SUMS, [reviewId]), executors, TITLES);
}
