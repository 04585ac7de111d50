import { Client } from "pg";
import { NO_FILTERS, withEngine } from "./engine";
import { type Migration, migrationList, readMigrations } from "./migrations";
import { MigrationRefused } from "./refused";

/** One lock for all who migrate the same database; the number is "cordon" in ASCII. */
const ADVISORY_LOCK = "109330311704430";

/** What `_prisma_migrations` says: rows that were rolled back count as never applied. */
async function readApplied(client: Client): Promise<{ name: string; finished: boolean }[]> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present");
  if (!table.rows[0].present) return [];
  const { rows } = await client.query(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

/** Refuses a database that a newer version of the code has migrated. */
export function refuseNewer(known: Migration[], applied: { name: string }[]): void {
  const names = new Set(known.map((migration) => migration.name));
  const foreign = applied.find((migration) => !names.has(migration.name));
  if (foreign)
    throw new MigrationRefused(
      `The database is newer than this version of Cordon (it has the migration ${foreign.name}); start the newer version, or restore a backup made before it.`,
    );
}

/**
 * Brings the database at `ownerUrl` to the newest migration in `directory` and returns the names
 * that were applied now. Safe to call from several processes at once. Throws MigrationRefused for
 * a PostgreSQL below 15, a database newer than the code, or a migration that fails (nothing of it
 * stays, because a script runs in one transaction). `only` leaves out all others, for a backup of
 * an older version.
 */
export async function applyMigrations(
  ownerUrl: string,
  directory: string,
  only?: string[],
): Promise<string[]> {
  const all = await readMigrations(directory);
  const known = only ? all.filter(({ name }) => only.includes(name)) : all;
  const client = new Client({ connectionString: ownerUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await refuseOld(client);
    await client.query(`SELECT pg_advisory_lock(${ADVISORY_LOCK})`);
    const applied = await readApplied(client);
    refuseNewer(known, applied);
    const unfinished = applied.filter((migration) => !migration.finished);
    if (unfinished.length === 0 && applied.length === known.length) return [];
    return await withEngine(ownerUrl, undefined, async (engine) => {
      // A process that died in the middle left its row; the script itself was rolled back with it.
      for (const { name } of unfinished) await engine.markMigrationRolledBack({ migrationName: name });
      const list = migrationList(directory, known);
      const answer = await engine.applyMigrations({ migrationsList: list, filters: NO_FILTERS });
      return answer.appliedMigrationNames;
    }).catch((error: Error) => {
      throw new MigrationRefused(`A migration could not be applied: ${reason(error)}`);
    });
  } finally {
    await client.end();
  }
}

async function refuseOld(client: Client): Promise<void> {
  const { rows } = await client.query("SELECT current_setting('server_version_num')::int AS number");
  const major = Math.floor(rows[0].number / 10_000);
  if (major < 15)
    throw new MigrationRefused(`PostgreSQL ${major} is too old: Cordon needs PostgreSQL 15 or newer.`);
}

/** The engine wraps the database's own words in a report; those words are what helps. */
function reason(error: Error): string {
  const name = /migration_name="([^"]+)"/.exec(error.message)?.[1];
  const words = error.cause instanceof Error ? error.cause.message : null;
  return words ? `${name ?? "?"}: ${words}.` : error.message;
}
