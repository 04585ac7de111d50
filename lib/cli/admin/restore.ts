import { join, resolve } from "node:path";
import type { Client } from "pg";
import { applyMigrations } from "@/lib/platform/migrate/apply-migrations";
import { readMigrations } from "@/lib/platform/migrate/migrations";
import { grantServingRole, withClient } from "@/lib/platform/postgres/serving-role";
import { Refusal } from "../io";
import { listTables } from "./backup";
import type { BackupHeader } from "./backup-format";
import { type BackupPart, openBackup } from "./backup-reader";
import type { AdminCommand } from "./context";

/** `admin restore FILE`: a backup into an empty database, wholly or not at all. */
export const restore: AdminCommand = {
  usage: "restore FILE",
  summary: "puts a backup into an empty database, wholly or not at all",
  options: [],
  positionals: 1,
  migrates: false,
  async run({ positionals }, { database, io, secretCheck }) {
    const { ownerUrl, role } = database;
    const path = resolve(positionals[0]!);
    const directory = join(io.root, "prisma/migrations");
    const { header, parts } = await openBackup(path);
    await refuseUnknownMigrations(header, directory, path);
    // Once through without writing: a damaged file is refused before anything is touched.
    for await (const _ of parts());
    await withClient(ownerUrl, refuseData);
    await prepareSchema(ownerUrl, directory, header);
    const rows = await withClient(ownerUrl, (client) => load(client, header, parts()));
    await applyMigrations(ownerUrl, directory);
    await withClient(ownerUrl, (client) => grantServingRole(client, role));
    io.stdout.write(`${rows} rows restored from the backup of ${header.madeAt}.\n`);
    if (header.secretCheck !== secretCheck)
      io.stderr.write(
        "The backup was made with another CORDON_SECRET; what was made with that one is read only while it is set as CORDON_SECRET or CORDON_SECRET_PREVIOUS.\n",
      );
    return 0;
  },
};

async function refuseUnknownMigrations(header: BackupHeader, directory: string, path: string) {
  const known = new Set((await readMigrations(directory)).map(({ name }) => name));
  if (!header.migrations.every((name) => known.has(name)))
    throw new Refusal(`${path} was made by a newer version of Cordon; restore it with that version.`);
}

async function refuseData(client: Client): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('public.workspace') IS NOT NULL AS migrated");
  if (!rows[0].migrated) return;
  const found = await client.query(
    "SELECT EXISTS (SELECT FROM workspace) OR EXISTS (SELECT FROM person) AS yes",
  );
  if (found.rows[0].yes)
    throw new Refusal(
      "The database is not empty; a backup is restored into an empty one only (another CORDON_HOME or DATABASE_URL).",
    );
}

/** Brings the empty database to the very migrations of the backup: its rows have that shape. */
async function prepareSchema(ownerUrl: string, directory: string, header: BackupHeader): Promise<void> {
  const present = await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present");
    if (!rows[0].present) return [];
    const text = "SELECT migration_name AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL";
    return (await client.query(text)).rows.map((row) => row.name as string);
  });
  if (!present.every((name) => header.migrations.includes(name)))
    await withClient(ownerUrl, (client) => client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public"));
  await applyMigrations(ownerUrl, directory, header.migrations);
}

type ForeignKey = { tab: string; name: string; definition: string };

/**
 * Loads all rows in one transaction. References are taken off meanwhile (tables refer to each other
 * in circles) and put back at the end, when PostgreSQL checks every one of them.
 */
async function load(
  client: Client,
  header: BackupHeader,
  parts: AsyncGenerator<BackupPart>,
): Promise<number> {
  const columns = new Map((await listTables(client)).map((table) => [table.name, table.columns]));
  for (const table of header.tables)
    if (JSON.stringify(columns.get(table.name)) !== JSON.stringify(table.columns))
      throw new Refusal(
        `The table ${table.name} of the backup has other columns than this version's; nothing was restored.`,
      );
  await client.query("BEGIN");
  const keys = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS tab, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { tab, name } of keys.rows) await client.query(`ALTER TABLE ${tab} DROP CONSTRAINT ${name}`);
  for (const { name } of header.tables) {
    const table = client.escapeIdentifier(name);
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER; TRUNCATE ${table}`);
  }
  const rows = await writeParts(client, parts);
  for (const { name } of header.tables)
    await client.query(`ALTER TABLE ${client.escapeIdentifier(name)} ENABLE TRIGGER USER`);
  for (const { tab, name, definition } of keys.rows)
    await client.query(`ALTER TABLE ${tab} ADD CONSTRAINT ${name} ${definition}`);
  await client.query("COMMIT");
  return rows;
}

/** Rows go in by the hundred, or by what some megabytes hold: a snapshot is one row of megabytes. */
async function writeParts(client: Client, parts: AsyncGenerator<BackupPart>): Promise<number> {
  let table = "";
  let batch: string[] = [];
  let size = 0;
  let total = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const name = client.escapeIdentifier(table);
    const text = `INSERT INTO public.${name} OVERRIDING SYSTEM VALUE
      SELECT (each.r).* FROM (SELECT row::public.${name} AS r FROM unnest($1::text[]) AS row OFFSET 0) AS each`;
    await client.query(text, [batch]);
    batch = [];
    size = 0;
  };
  for await (const part of parts) {
    if ("table" in part) {
      await flush();
      table = part.table;
      continue;
    }
    batch.push(part.row);
    size += part.row.length;
    total++;
    if (batch.length >= 500 || size > 8_000_000) await flush();
  }
  await flush();
  return total;
}
