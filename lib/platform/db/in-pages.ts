import type { Sql } from "./sql";

/**
 * Reads the rows of a very large result page by page, so that the event loop is never held up by
 * parsing all of it. A cursor keeps one plan and one snapshot for all pages. Inside a transaction.
 *
 * @param name the cursor's name, plain and used for this text only
 * @param size how many rows make a page: some milliseconds of parsing
 * @param take is given each page before the next is asked for
 */
export async function inPages<R>(
  sql: Sql,
  name: string,
  text: string,
  values: unknown[],
  size: number,
  take: (page: R[]) => void,
): Promise<void> {
  const fetchPage = () => sql.query<R>(`fetch ${size} from ${name}`);
  // Neither the cursor nor a page is waited for before the next page is asked for: PostgreSQL makes
  // it while this process takes the one before.
  const declared = sql.query(`declare ${name} no scroll cursor for ${text}`, values);
  let [, page] = await Promise.all([declared, fetchPage()]);
  while (page.length === size) {
    const next = fetchPage();
    next.catch(() => undefined);
    take(page);
    await new Promise((turn) => setImmediate(turn));
    page = await next;
  }
  take(page);
  await sql.query(`close ${name}`);
}
