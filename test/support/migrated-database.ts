import { prepareDatabase } from "@/lib/cli/prepare-database";
import type { EmbeddedPostgres } from "@/lib/platform/postgres/embedded";
import { ensureServingRole, withClient } from "@/lib/platform/postgres/serving-role";

const PASSWORD = "for tests only";

/** Makes a database with all migrations and a serving role on a PostgreSQL of the tests. */
export async function makeMigratedDatabase(postgres: EmbeddedPostgres, name: string, root: string) {
  const role = `${name}_app`;
  await withClient(postgres.url("postgres"), async (client) => {
    await client.query(`CREATE DATABASE ${name}`);
    await ensureServingRole(client, role, PASSWORD);
  });
  const database = {
    ownerUrl: postgres.url(name),
    appUrl: postgres.urlFor(name, role, PASSWORD),
    role,
    embedded: null,
  };
  await prepareDatabase(database, root);
  return database;
}
