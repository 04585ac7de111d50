/**
 * Cells as tab-separated text, as spreadsheets take it from the clipboard: a field with a tab, a line break
 * or a quote is quoted, its quotes doubled.
 */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(field).join("\t")).join("\n");
}

function field(text: string): string {
  // A leading = + - @ would be run as a formula by the spreadsheet it is pasted into.
  const safe = /^[=+\-@]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[\t\n\r"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
