/**
 * Characters at which spreadsheets begin to read a cell as a formula, or drop the character and read
 * what follows as one (OWASP, CSV injection). Where full width is usual, they take those forms for the same.
 */
const STARTS_FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Where a semicolon or a tab separates cells, what follows one begins a cell of its own. */
const FORMULA_WITHIN = /([;\t]\s*)(?=[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * One line of a CSV file without its line end: RFC 4180 quoting, and an apostrophe before what a
 * spreadsheet would take for a formula.
 */
export function csvLine(values: readonly string[]): string {
  return values.map(csvCell).join(",");
}

/** A whole CSV file: UTF-8 byte order mark (Excel reads it as UTF-8 only then), header, rows, CRLF. */
export function csvOf(header: readonly string[], rows: Iterable<readonly string[]>): string {
  const lines = [csvLine(header)];
  for (const row of rows) lines.push(csvLine(row));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

function csvCell(value: string): string {
  const within = value.replace(FORMULA_WITHIN, "$1'");
  const safe = STARTS_FORMULA.test(within) ? `'${within}` : within;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
