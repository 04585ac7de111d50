import { join } from "node:path";
import { applyMigrations } from "@/lib/platform/migrate/apply-migrations";
import { grantServingRole, withClient } from "@/lib/platform/postgres/serving-role";
import { newSetupCode, SETUP_CODE_MINUTES, setupCodeHash } from "@/lib/platform/setup-code";
import type { OpenDatabase } from "./open-database";

/** Migrates the database and gives the serving role its rights; returns the migrations applied now. */
export async function prepareDatabase(database: OpenDatabase, root: string): Promise<string[]> {
  const applied = await applyMigrations(database.ownerUrl, join(root, "prisma/migrations"));
  await withClient(database.ownerUrl, (client) => grantServingRole(client, database.role));
  return applied;
}

/** Whether somebody can administer this installation already. */
export async function hasAdmin(ownerUrl: string): Promise<boolean> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query("SELECT has_admin() AS yes");
    return rows[0].yes;
  });
}

/** Makes the one set-up code that is good now and returns it; only its hash is stored. */
export async function issueSetupCode(ownerUrl: string): Promise<string> {
  const code = newSetupCode();
  await withClient(ownerUrl, (client) =>
    client.query({
      text: `WITH gone AS (DELETE FROM setup_code)
             INSERT INTO setup_code (hash, expires_at) VALUES ($1, now() + make_interval(mins => $2))`,
      values: [setupCodeHash(code), SETUP_CODE_MINUTES],
    }),
  );
  return code;
}
