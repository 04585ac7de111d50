import { DEFAULT_TERMS } from "@/lib/signoff/terms";

/**
 * The columns of each list of a review's content, in the words of `lib/review/content.ts`. Lists
 * are turned into JSON by PostgreSQL, so that one statement gives every list.
 */

/** ISO 8601 in UTC with milliseconds, as Date.toISOString writes it. */
const iso = (column: string, as: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${as}"`;

/** An array column holds the empty array for "nobody has answered". */
const array = (column: string): string => `nullif(${column}, '{}') as ${column}`;

const row = ["id", "number", "answers", "versions", iso("archived_at", "archivedAt")];

export const COLUMNS = {
  review: [
    "id",
    "number",
    "answers",
    "versions",
    "title",
    "task",
    `data_subjects as "dataSubjects"`,
    `risk_tier as "riskTier"`,
    "notes",
  ],
  artifact: [...row, "name", "description", array("submitters")],
  executor: [
    ...row,
    "name",
    "workload",
    "container",
    "role",
    `role_reason as "roleReason"`,
    "process",
    "account",
    "layers",
    "reuse",
    `inherits_secrets as "inheritsSecrets"`,
    `application_process as "applicationProcess"`,
    `reach_notes as "reachNotes"`,
  ],
  entry_point: [
    ...row,
    "name",
    "kind",
    `artifact_id as "artifactId"`,
    array("submitters"),
    "permission",
    `executor_id as "executorId"`,
    `crosses_broker as "crossesBroker"`,
    "executes",
    "files",
    "credentials",
    "network",
    `approved_digest as "approvedDigest"`,
    `ends_on_rejection as "endsOnRejection"`,
    `ends_on_timeout as "endsOnTimeout"`,
    `ends_on_cancellation as "endsOnCancellation"`,
    "notes",
  ],
  kind_answer: ["id", "kind", "because", "answers", "versions"],
  configuration: [
    "id",
    "number",
    "environment",
    "provenance",
    `config_digest as "configDigest"`,
    `authority_digest as "authorityDigest"`,
    iso("attached_at", "attachedAt"),
    `is_newest as "isNewest"`,
  ],
  capability: [
    ...row,
    "key",
    `executor_id as "executorId"`,
    "workload",
    "container",
    "class",
    `"group"`,
    "family",
    "anchor",
    `catalogue_id as "catalogueId"`,
    "severity",
    `ends_confinement as "endsConfinement"`,
    "title",
    "decision",
    `justification_id as "justificationId"`,
    "layer",
    "note",
    iso("closed_at", "closedAt"),
  ],
  /** Of grants that are only compared: `ComparedColumns`. */
  compared: [
    "id",
    "number",
    `executor_id as "executorId"`,
    "workload",
    "container",
    "family",
    "anchor",
    "title",
    iso("archived_at", "archivedAt"),
    iso("closed_at", "closedAt"),
  ],
  justification: [
    ...row,
    "purpose",
    `"limit"`,
    "enforcer",
    "evidence",
    `covered_at_writing as "coveredAtWriting"`,
  ],
  risk: [
    ...row,
    "title",
    "description",
    array("covers"),
    "severity",
    "treatment",
    "rationale",
    "controls",
    "recommendation",
    `owner_id as "ownerId"`,
    `expires_at as "expiresAt"`,
    "state",
  ],
} as const satisfies Record<string, readonly string[]>;

/** The columns of `StoredFinding`. */
const FINDING = [
  "id",
  "number",
  `rule_id as "ruleId"`,
  "target",
  "severity",
  "reason",
  "lists",
  "state",
] as const;

type Listed = Exclude<keyof typeof COLUMNS, "review">;

/** What a whole content has of a grant: where exactly in its file it stands, only its own page asks. */
const GRANT = [
  `g.capability_id as "of"`,
  `g.configuration_id as "configurationId"`,
  "g.access",
  "g.extent",
  "g.origin",
  "g.severity",
  "g.target",
  "g.explanation",
  "g.limits",
  "g.file",
  "g.line",
] as const;

/** What the rules read of a grant: `GrantAsRead` of `lib/rules/slice.ts`. */
const GRANT_AS_READ = [
  `g.capability_id as "of"`,
  `g.configuration_id as "configurationId"`,
  "g.access",
  "g.origin",
  "g.severity",
  "g.target",
  "g.file",
  "g.line",
] as const;

/** The name that a column has in the result. */
const nameOf = (column: string): string =>
  /as "?(\w+)"?$/.exec(column)?.[1] ?? column.slice(column.lastIndexOf(".") + 1).replaceAll('"', "");

/**
 * A result as one JSON object of its columns, from which `rowsOfColumns` makes rows again. A row at a
 * time, PostgreSQL would look up the type of every field of every row: eight times as slow.
 */
const asColumns = (columns: readonly string[], text: string): string =>
  `(select json_build_object(${columns
    .map(nameOf)
    .map((name) => `'${name}', coalesce(json_agg(t."${name}"), '[]')`)
    .join(", ")}) from (${text}) t)`;

/**
 * A sub-select that gives rows of a table as JSON columns, in the order of their short numbers.
 *
 * @param where a condition on the table's columns, `true` for all of the review
 */
export const jsonList = (table: Listed, where: string): string =>
  asColumns(COLUMNS[table], rowsText(table, where));

/** The same rows as rows of their own, for lists that are too long for one JSON text. */
function rowsText(table: Listed, where: string): string {
  const order = table === "kind_answer" ? "kind" : "number";
  const columns: string[] = [...COLUMNS[table]];
  return `select ${columns.join(", ")} from ${table === "compared" ? "capability" : table} c where c.review_id = $1 and ${where} order by c.${order}`;
}

/** The review's own row, as one JSON object. */
export const REVIEW = `(select row_to_json(t) from (select ${COLUMNS.review.join(", ")} from review where id = $1) t)`;

/** `Moment` without the day, which is the application's to say. */
export const MOMENT = `(select json_build_object(
    'warningDays', coalesce((select p.warning_days from sign_off_policy p
      where p.workspace_id = p.scope_id order by p.version desc limit 1), ${DEFAULT_TERMS.warningDays}),
    'ended', (select json_build_object('number', v.number, 'because', coalesce(v.ended_because, ''))
      from revision v where v.review_id = $1 and v.state = 'ended'
        and not exists (select 1 from revision f where f.review_id = $1 and f.state = 'in-force')
      order by v.ended_at desc, v.number desc limit 1)))`;

/**
 * A sub-select that gives the stored findings of some targets as JSON columns. Target by target, and
 * the review looked at afterwards: a planner without statistics would read every finding of it.
 *
 * @param targets a select whose column `target` names them
 */
export const findingList = (targets: string): string =>
  asColumns(
    FINDING,
    `select ${FINDING.map((column) => `f.${column}`).join(", ")} from (${targets}) wanted
     cross join lateral (select * from finding where target = wanted.target offset 0) f where f.review_id = $1`,
  );

/** The newest configurations, in the order of attaching. */
export const NEWEST = `(select coalesce(json_agg(k.id order by k.attached_at), '[]') from configuration k
  where k.review_id = $1 and k.is_newest)`;

/**
 * A sub-select that gives what the rules read of the grants of the newest configurations. They are put to their
 * capabilities by `withGrants`: a join in SQL is a matter of luck right after an import, while the
 * tables have no statistics (10,000 rows took a minute).
 *
 * @param where a condition on `g.capability_id`, `true` for all of the review
 */
export const grantList = (where: string): string => asColumns(GRANT_AS_READ, grantRows(where, GRANT_AS_READ));

const grantRows = (
  where: string,
  columns: readonly string[],
): string => `select ${columns.join(", ")} from capability_grant g
  where g.review_id = $1 and ${where}
    and g.configuration_id = any(array(select k.id from configuration k where k.review_id = $1 and k.is_newest))`;

/** How many rows stand in one page of `columnPages`: some milliseconds of parsing. */
const PAGE = 500;

/**
 * A select that gives a very long list as pages of JSON columns, one in a row as `page`: a quarter of
 * the time of as many rows. The rows of a page are those of the text, in any order.
 */
const columnPages = (columns: readonly string[], text: string): string =>
  `select json_build_object(${columns
    .map(nameOf)
    .map((name) => `'${name}', json_agg(p."${name}")`)
    .join(", ")}) as page
  from (select t.*, (row_number() over () - 1) / ${PAGE} as place from (${text}) t) p
  group by p.place order by p.place`;

/** What no reader of a whole content asks of a capability: what only an editor or an import needs. */
const EDITORS: readonly string[] = ["key", "versions"];
const WHOLE_CAPABILITY = COLUMNS.capability.filter((column) => !EDITORS.includes(column));

/** Every capability of a review, in pages: `WholeCapability` of `load-slice.ts`. */
export const CAPABILITY_PAGES = columnPages(
  WHOLE_CAPABILITY,
  `select ${WHOLE_CAPABILITY.join(", ")} from capability c where c.review_id = $1`,
);

/** Every grant of a review's newest configurations, in pages. */
export const GRANT_PAGES = columnPages(GRANT, grantRows("true", GRANT));

/** A list as `jsonList` and `grantList` give it. */
export type Columns = Record<string, unknown[]>;

/** Makes rows of columns. */
export function rowsOfColumns<R>(columns: Columns): R[] {
  const names = Object.keys(columns);
  const rows: Record<string, unknown>[] = columns[names[0]!]!.map(() => ({}));
  for (const name of names) {
    const column = columns[name]!;
    for (let at = 0; at < rows.length; at++) rows[at]![name] = column[at];
  }
  return rows as R[];
}
