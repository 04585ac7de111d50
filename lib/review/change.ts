/** The tables of reviewed content that a command may write, by the names of `schema.prisma`. */
export type ContentTable =
  | "review"
  | "artifact"
  | "executor"
  | "entry_point"
  | "kind_answer"
  | "configuration"
  | "configuration_file"
  | "capability"
  | "capability_grant"
  | "justification"
  | "finding"
  | "risk"
  | "revision"
  | "snapshot"
  | "sign_off";

/**
 * One row that a command inserts or changes. Columns are in camelCase, as in `content.ts`; the row's
 * workspace and review are added by the unit of work. `before` holds the old values of what an
 * update sets, and of the columns by which rows are grouped (`executorId`, `workload`,
 * `justificationId`, `artifactId`), so that the rules know what else is touched.
 */
export type RowChange =
  | { op: "insert"; table: ContentTable; row: Record<string, unknown> & { id?: string } }
  | {
      op: "update";
      table: ContentTable;
      id: string;
      set: Record<string, unknown>;
      before: Record<string, unknown>;
    };
