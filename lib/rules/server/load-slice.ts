import { problem } from "@/lib/kernel/errors";
import { inPages } from "@/lib/platform/db/in-pages";
import type { Sql } from "@/lib/platform/db/sql";
import type { RowChange } from "@/lib/review/change";
import type { Moment, ReviewContent } from "@/lib/review/content";
import { dayOf } from "@/lib/review/day";
import type { StoredFinding } from "../diff-findings";
import { seedsOfChanges, seedsOfTargets } from "../seeds";
import { type ComparedColumns, comparedOnly } from "../slice";
import {
  CAPABILITY_PAGES,
  type Columns,
  GRANT_PAGES,
  jsonList,
  MOMENT,
  NEWEST,
  REVIEW,
  rowsOfColumns,
} from "./content-columns";
import { sliceStatement } from "./slice-statement";
import { type LoadedContent, type LoadedGrant, withGrants } from "./with-grants";

const WHOLE = `select ${REVIEW} as review,
  ${jsonList("artifact", "true")} as artifacts,
  ${jsonList("entry_point", "true")} as "entryPoints",
  ${jsonList("executor", "true")} as executors,
  ${NEWEST} as newest,
  ${jsonList("justification", "true")} as justifications,
  ${jsonList("kind_answer", "true")} as "kindAnswers",
  ${jsonList("configuration", "true")} as configurations,
  ${jsonList("risk", "true")} as risks, ${MOMENT} as moment`;

/**
 * Everything that the rules read of a review: for imports, snapshots and deriving again. What can be
 * ten thousand rows comes in pages; row-level security restricts the workspace.
 *
 * @throws ProblemError `not-found` when the review is not there
 */
export async function loadContent(sql: Sql, reviewId: string): Promise<ReviewContent> {
  const content = listsOf(await sql.query<Lists>(WHOLE, [reviewId]));
  const of = [reviewId];
  const rows = await inColumnPages<WholeCapability>(sql, "whole_capabilities", CAPABILITY_PAGES, of);
  content.capabilities = rows.map(withoutEditing).sort((a, b) => a.number - b.number);
  content.grants = await inColumnPages<LoadedGrant>(sql, "whole_grants", GRANT_PAGES, of);
  return withGrants(content);
}

type WholeCapability = Omit<LoadedContent["capabilities"][number], "key" | "versions">;

const NO_VERSIONS = Object.freeze({});

/** Completed in place: a copy of ten thousand rows is felt by everybody else. */
function withoutEditing(row: WholeCapability): LoadedContent["capabilities"][number] {
  return Object.assign(row, { key: null, versions: NO_VERSIONS });
}

async function inColumnPages<R>(sql: Sql, name: string, text: string, values: unknown[]): Promise<R[]> {
  const rows: R[] = [];
  await inPages<{ page: Columns }>(sql, name, text, values, 1, (pages) => {
    for (const { page } of pages) for (const row of rowsOfColumns<R>(page)) rows.push(row);
  });
  return rows;
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
  return (await loadSliceWithFindings(sql, reviewId, of)).slice;
}

/**
 * A slice with the stored findings of all its rows; null when everything had to be loaded.
 *
 * @param besides targets that are evaluated as well
 */
export async function loadSliceWithFindings(
  sql: Sql,
  reviewId: string,
  of: readonly RowChange[] | readonly string[],
  besides: readonly string[] = [],
): Promise<{ slice: ReviewContent; stored: StoredFinding[] | null }> {
  const seeds = isChanges(of) ? seedsOfChanges(of) : seedsOfTargets(of);
  if (besides.length > 0) seedsOfTargets(besides, seeds);
  if (seeds.whole) return { slice: await loadContent(sql, reviewId), stored: null };
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
  return { slice: content, stored: rowsOfColumns<StoredFinding>(row!.stored!) };
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
  Partial<Record<(typeof LISTS)[number] | "compared" | "stored", Columns | null>> & {
    sharedGrants?: string[] | null;
    moment?: Omit<Moment, "today"> | null;
  };

function listsOf([row]: Lists[]): LoadedContent {
  if (!row?.review) throw problem("not-found", "There is no such review that you can see.");
  const { review, newest } = row;
  const moment = row.moment ? { moment: { today: dayOf(new Date()), ...row.moment } } : {};
  const lists = LISTS.map((name) => [name, row[name] ? rowsOfColumns(row[name]) : []]);
  return { review, newest, ...moment, ...Object.fromEntries(lists) } as LoadedContent;
}
