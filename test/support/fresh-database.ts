import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { endPool } from "@/lib/platform/db/pool";
import { withClient } from "@/lib/platform/postgres/serving-role";

/** A database of one test file's own. `appUrl` is the serving role's, `ownerUrl` passes every wall. */
export type FreshDatabase = { name: string; ownerUrl: string; appUrl: string; drop(): Promise<void> };

/**
 * Copies the migrated template (some 30 ms) and points the application's pool at the copy. Call it
 * in `beforeAll` and `drop()` in `afterAll`.
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { adminUrl, ownerUrl, appUrl } = inject("databaseTemplate");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withClient(adminUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template`));
  const on = (url: string) => url.replace("/template?", `/${name}?`);
  await endPool();
  process.env.DATABASE_URL = on(appUrl);
  process.env.CORDON_SECRET ??= "a secret of the tests, which nobody else uses";
  process.env.NEXTAUTH_SECRET ??= "another secret of the tests";
  process.env.NEXTAUTH_URL ??= "http://127.0.0.1:3000";
  return {
    name,
    ownerUrl: on(ownerUrl),
    appUrl: on(appUrl),
    drop: async () => {
      await endPool();
      await withClient(adminUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

/** The name of the role that serves a database of the tests. */
export const servingRoleOf = (database: FreshDatabase): string => new URL(database.appUrl).username;
