import type { Sql } from "./sql";

/**
 * Reads the rows of a very large result page by page, so that the event loop is never held up by
 * parsing all of it. A cursor keeps one plan and one snapshot for all pages. Inside a transaction.
 *
 * @param name the cursor's name, plain and used for this text only
 * @param size how many rows make a page: some milliseconds of parsing
 */
export async function inPages<R>(
  sql: Sql,
  name: string,
  text: string,
  values: unknown[],
  size: number,
): Promise<R[]> {
  await sql.query(`declare ${name} no scroll cursor for ${text}`, values);
  const rows: R[] = [];
  for (;;) {
    const page = await sql.query<R>(`fetch ${size} from ${name}`);
    for (const row of page) rows.push(row);
    if (page.length < size) break;
    await new Promise((next) => setImmediate(next));
  }
  await sql.query(`close ${name}`);
  return rows;
}
