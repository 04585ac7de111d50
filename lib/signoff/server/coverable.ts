import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import { findingHref, type RowLink, rowHref } from "@/lib/review/row-link";
import { reviewHead } from "@/lib/review/server/access";
import { SEVERITIES } from "@/lib/review/vocabulary";

/** How many of each kind are offered at a time; typing narrows them. */
const MOST_OF_KIND = 12;

const of = (letter: string, from: string, name: string, order: string, live: string) => `(
  select '${letter}' as letter, id, number, left(${name}, 240) as name, row_number() over (order by ${order}) as place
  from ${from} where review_id = $1 and ${live}
    and ($2::text is null or $2 = '${letter}') and ($3::text is null or number::text like $3)
    and ($4::text is null or ${name} ilike $4)
  order by ${order} limit ${MOST_OF_KIND})`;

const WORST = `array_position(array['${SEVERITIES.join("','")}'], severity)`;
const COVERABLE = [
  of("F", "finding", "reason", `${WORST}, number`, "state = 'open' and rule_id not like 'RSK-%'"),
  of("E", "entry_point", "name", "number", "archived_at is null"),
  of("C", "capability", "title", `${WORST}, number`, "archived_at is null and closed_at is null"),
].join(" union all ");

const KINDS = { F: "finding", E: "entry", C: "capability" } as const;

/**
 * What a residual risk can cover and that matches some words or a short number: open findings worst
 * first, then entry points, then capabilities.
 *
 * @param text "C17", "E", or words of a title or reason; "" offers the worst
 * @throws ProblemError `not-found`
 */
export async function coverable(actor: Actor, reviewId: string, text: string): Promise<RowLink[]> {
  await reviewHead(actor, reviewId);
  const wanted = text.trim();
  const [, letter = null, digits = null] = /^([FCE])(\d{0,9})$/i.exec(wanted) ?? [];
  const words = letter || wanted === "" ? null : `%${wanted.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  const rows = await readSql(actor, (sql) =>
    sql.query<{ letter: keyof typeof KINDS; id: string; number: number; name: string }>(
      `select letter, id, number, name from (${COVERABLE}) found
       order by array_position(array['F','E','C'], letter), place`,
      [reviewId, letter?.toUpperCase() ?? null, digits ? `${digits}%` : null, words],
    ),
  );
  return rows.map(({ letter: of, id, number, name }) => {
    const kind = KINDS[of];
    return {
      target: `${kind}:${id}`,
      label: `${of}${number}`,
      name,
      href: kind === "finding" ? findingHref(reviewId, number) : rowHref(reviewId, kind, number),
    };
  });
}
