import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** One directory of prisma/migrations: `name` sorts by the time it was written. */
export type Migration = { name: string; sql: string };

/** The migrations that this version of the code knows, oldest first. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names
      .sort()
      .map(async (name) => ({ name, sql: await readFile(join(directory, name, "migration.sql"), "utf8") })),
  );
}

/** The same list in the form that the schema engine takes. */
export function migrationList(directory: string, migrations: Migration[]) {
  return {
    baseDir: directory,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
    })),
  };
}
