import { createHash } from "node:crypto";

/**
 * A backup is a gzipped text of lines. The first is the header, as JSON. Then, for each table, a
 * line `{"table": name}` and one line a row: the row as PostgreSQL writes a composite value, as a
 * JSON string. The last line is the footer, with the SHA-256 of all lines before it.
 */
export type BackupHeader = {
  format: "cordon-backup";
  version: number;
  madeAt: string;
  postgres: string;
  /** Migrations that the database had, oldest first: they say what the rows look like. */
  migrations: string[];
  tables: BackupTable[];
  /** Which CORDON_SECRET sealed the credentials inside; the secret itself is not in a backup. */
  secretCheck: string;
};

export type BackupTable = { name: string; columns: string[] };

export type BackupFooter = { end: true; rows: Record<string, number>; sha256: string };

/** The format that this version writes; it reads this one and older ones. */
export const BACKUP_VERSION = 1;

/** Sums up lines as they are written or read. */
export class Checksum {
  private readonly hash = createHash("sha256");
  add(line: string): void {
    this.hash.update(line).update("\n");
  }
  end(): string {
    return this.hash.digest("hex");
  }
}
