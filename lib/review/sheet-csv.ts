import type { EntryPoint, Executor } from "./content";
import { type EntryPointSheet, REACH_FIELDS, type ReachField, reachText } from "./entry-point-sheet";
import { fieldOf, fieldsOf } from "./fields";
import { type CellRow, cellWords, type NameOf, rowCell } from "./row-cells";

/** Which rows (by short number, in this order) and which columns an export holds; null for all. */
export type Extract = { rows: readonly number[] | null; columns: readonly string[] | null };

/** A table of words: what a CSV file of a worksheet holds. */
export type WordTable = { header: string[]; rows: string[][] };

/** "Sandbox (X1)" for what a reference leads to. */
export function namesOf({ artifacts, executors }: Pick<EntryPointSheet, "artifacts" | "executors">): NameOf {
  const names = new Map<string, string>();
  for (const { id, name, number } of artifacts) names.set(id, `${name} (A${number})`);
  for (const { id, name, number } of executors) names.set(id, `${name} (X${number})`);
  return (_entity, id) => names.get(id);
}

/** The worksheet of entry points as words; what an executor's authority reaches stands in columns of its own. */
export function entryPointTable(sheet: EntryPointSheet, extract: Extract): WordTable {
  const reaches = (row: EntryPoint, field: ReachField): string => {
    const found = row.executorId ? sheet.reach[row.executorId]?.[field] : undefined;
    return found ? reachText(found) : "";
  };
  const columns = columnsOf("entryPoint", extract, namesOf(sheet)).flatMap((column) =>
    (REACH_FIELDS as readonly string[]).includes(column.id)
      ? [
          column,
          {
            id: column.id,
            header: `${column.header} by the executor's authority`,
            words: (row: CellRow) => reaches(row as unknown as EntryPoint, column.id as ReachField),
          },
        ]
      : [column],
  );
  return tableOf(sheet.entryPoints, "E", columns, extract, (id) => findingsOf(sheet, `entry:${id}`));
}

/** The worksheet of executors as words. */
export function executorTable(sheet: EntryPointSheet, extract: Extract): WordTable {
  const bound = [
    { id: "workload", header: "Workload", words: (row: CellRow) => String(row.workload ?? "") },
    { id: "container", header: "Container", words: (row: CellRow) => String(row.container ?? "") },
  ].filter(({ id }) => extract.columns === null || extract.columns.includes(id));
  const columns = columnsOf("executor", extract, namesOf(sheet));
  columns.splice(columns[0]?.id === "name" ? 1 : 0, 0, ...bound);
  return tableOf(sheet.executors, "X", columns, extract, (id) => findingsOf(sheet, `executor:${id}`));
}

type WordColumn = { id: string; header: string; words: (row: CellRow) => string };

function columnsOf(entity: "entryPoint" | "executor", { columns }: Extract, nameOf: NameOf): WordColumn[] {
  return fieldsOf(entity)
    .filter(([field]) => columns === null || columns.includes(field))
    .map(([field]) => ({
      id: field,
      header: fieldOf(entity, field)?.label ?? field,
      words: (row) => cellWords(entity, field, rowCell(entity, row, field), nameOf),
    }));
}

function tableOf(
  all: readonly (EntryPoint | Executor)[],
  letter: string,
  columns: WordColumn[],
  { rows, columns: named }: Extract,
  findings: (id: string) => string,
): WordTable {
  const byNumber = new Map(all.map((row) => [row.number, row]));
  const chosen = rows
    ? rows.flatMap((number) => byNumber.get(number) ?? [])
    : all.filter(({ archivedAt }) => archivedAt === null);
  const hasFindings = named === null || named.includes("findings");
  return {
    header: ["No.", ...columns.map(({ header }) => header), ...(hasFindings ? ["Findings"] : [])],
    rows: chosen.map((row) => [
      `${letter}${row.number}`,
      ...columns.map(({ words }) => words(row as unknown as CellRow)),
      ...(hasFindings ? [findings(row.id)] : []),
    ]),
  };
}

function findingsOf({ findings }: EntryPointSheet, target: string): string {
  return findings
    .filter(({ rows }) => rows.includes(target))
    .map(({ ruleId, severity, number }) => `F${number} ${ruleId} (${severity})`)
    .join(", ");
}
