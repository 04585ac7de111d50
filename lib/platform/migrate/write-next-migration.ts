import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { applyMigrations } from "./apply-migrations";
import { NO_FILTERS, withEngine } from "./engine";

/** Prisma's form of a migration's name: `20261130174500_add_comments`. */
export function migrationName(words: string, now: Date): string {
  const time = now.toISOString().replace(/\D/g, "").slice(0, 14);
  const slug = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  return `${time}_${slug || "change"}`;
}

/** The SQL that leads from the database at `url` to the schema file, or null when nothing differs. */
export async function diffToSchema(url: string, schemaPath: string): Promise<string | null> {
  const content = await readFile(schemaPath, "utf8");
  return withEngine(url, [[schemaPath, content]], async (engine) => {
    const files = [{ path: schemaPath, content }];
    const answer = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: dirname(schemaPath) },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: true,
      filters: NO_FILTERS,
    });
    return answer.exitCode === 2 ? (answer.stdout ?? "") : null;
  });
}

/**
 * Writes the next migration: applies all earlier ones to the empty database at `emptyUrl` and
 * takes the difference to the schema. Returns the new directory's name, or null when the schema
 * needs nothing. What Prisma cannot say (policies, functions, grants) is added to the file by hand.
 */
export async function writeNextMigration(
  emptyUrl: string,
  paths: { schema: string; migrations: string },
  words: string,
  now = new Date(),
): Promise<string | null> {
  await applyMigrations(emptyUrl, paths.migrations);
  const sql = await diffToSchema(emptyUrl, paths.schema);
  if (sql === null) return null;
  const name = migrationName(words, now);
  await mkdir(join(paths.migrations, name), { recursive: true });
  await writeFile(join(paths.migrations, name, "migration.sql"), sql);
  await writeFile(
    join(paths.migrations, "migration_lock.toml"),
    '# Kept for `prisma migrate deploy`, which reads it.\nprovider = "postgresql"\n',
  );
  return name;
}
