import type { Sql } from "@/lib/platform/db/sql";
import { shortNumber } from "@/lib/review/row-link";
import { FINDING_RANK } from "@/lib/review/server/list-findings";
import { rowLinks } from "@/lib/review/server/row-links";
import type { Severity } from "@/lib/review/vocabulary";
import { ruleOf } from "@/lib/rules/rules";
import { type BegunRisk, MOST_STARTS, type RiskStart, riskFromRows, TOO_MANY_STARTS } from "../new-risk";

const LABEL = /^([FCE])([1-9]\d{0,8})$/;

const WORST_OF_ENTRY = `(select f.severity from finding f where f.review_id = e.review_id
  and f.target = 'entry:' || e.id and f.state = 'open' order by ${FINDING_RANK} limit 1)`;

const STARTS = `
  select 'F' as letter, id, number, rule_id as title, target, severity from finding
    where review_id = $1 and number = any($2::int[]) and state = 'open' and rule_id not like 'RSK-%' and rule_id not like 'SGN-%'
  union all select 'C', id, number, title, '', severity from capability
    where review_id = $1 and number = any($3::int[]) and archived_at is null and closed_at is null
  union all select 'E', id, number, name, '', ${WORST_OF_ENTRY} from entry_point e
    where review_id = $1 and number = any($4::int[]) and archived_at is null`;

type Row = {
  letter: "F" | "C" | "E";
  id: string;
  number: number;
  title: string;
  target: string;
  severity: Severity | null;
};

/** Begins a risk from the rows that an address names, in its order; one statement whatever their number. */
export async function begunRisk(sql: Sql, reviewId: string, key: string): Promise<BegunRisk | null> {
  const labels = [...new Set(key.split(",").filter((label) => LABEL.test(label)))];
  if (labels.length === 0) return null;
  const asked = labels.slice(0, MOST_STARTS);
  const numbers = (letter: string) =>
    asked.filter((label) => label.startsWith(letter)).map((label) => Number(label.slice(1)));
  const rows = await sql.query<Row>(STARTS, [reviewId, numbers("F"), numbers("C"), numbers("E")]);
  const places = await rowLinks(
    sql,
    reviewId,
    rows.flatMap(({ target }) => target || []),
  );
  const known = new Map(rows.map((row) => [`${row.letter}${row.number}`, startOf(row, places)]));
  const missing = asked.filter((label) => !known.has(label));
  return {
    key,
    draft: riskFromRows(asked.flatMap((label) => known.get(label) ?? [])),
    left: labels.length > MOST_STARTS ? TOO_MANY_STARTS : missing.length > 0 ? missingWords(missing) : null,
  };
}

function startOf(row: Row, places: Awaited<ReturnType<typeof rowLinks>>): RiskStart {
  const { letter, id, number, severity } = row;
  if (letter === "F") {
    const where = row.target === "review" ? "" : (places.get(row.target)?.label ?? "");
    return { target: `finding:${id}`, title: ruleOf(row.title)?.title ?? row.title, where, severity };
  }
  const kind = letter === "C" ? "capability" : "entry";
  return { target: `${kind}:${id}`, title: row.title, where: shortNumber(kind, number), severity };
}

const missingWords = (labels: string[]): string =>
  `${labels.slice(0, 10).join(", ")}${labels.length > 10 ? ` and ${labels.length - 10} more` : ""} ${
    labels.length === 1 ? "is" : "are"
  } not open here any more, and left out.`;
