import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { finished } from "node:stream/promises";
import { createGzip, type Gzip } from "node:zlib";
import type { Client } from "pg";
import { withClient } from "@/lib/platform/postgres/serving-role";
import { Refusal } from "../io";
import {
  BACKUP_VERSION,
  type BackupFooter,
  type BackupHeader,
  type BackupTable,
  Checksum,
} from "./backup-format";
import type { AdminCommand } from "./context";

/** What a restored installation makes anew. */
const LEFT_OUT = ["_prisma_migrations", "setup_code"];

/** `admin backup FILE`: all rows as of one moment, in one file. */
export const backup: AdminCommand = {
  usage: "backup FILE",
  summary: "writes everything in the database, as of one moment, into one new file",
  options: [],
  positionals: 1,
  migrates: true,
  async run({ positionals }, { database, io, secretCheck }) {
    const path = resolve(positionals[0]!);
    if (!existsSync(dirname(path)))
      throw new Refusal(`There is no directory ${dirname(path)}; make it first.`);
    if (existsSync(path)) throw new Refusal(`${path} exists already; a backup never writes over a file.`);
    const half = `${path}.part`;
    // What is left of a backup that was cut off, or made by somebody else beforehand to read this one.
    await rm(half, { force: true });
    try {
      const rows = await withClient(database.ownerUrl, (client) => writeBackup(client, half, secretCheck));
      await rename(half, path);
      io.stdout.write(`${rows} rows are in ${path}. The secret in CORDON_HOME is not: keep it apart.\n`);
      return 0;
    } finally {
      await rm(half, { force: true });
    }
  },
};

/** Every table with its columns in order; the order of the tables does not matter to a restore. */
export async function listTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query(
    `SELECT c.relname AS name, json_agg(a.attname ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
        AND a.attnum > 0 AND NOT a.attisdropped
      GROUP BY c.relname ORDER BY c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

async function writeBackup(client: Client, path: string, secretCheck: string): Promise<number> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const tables = await listTables(client);
  const migrations = await client.query(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name",
  );
  const version = await client.query("SELECT current_setting('server_version') AS postgres");
  const header: BackupHeader = {
    format: "cordon-backup",
    version: BACKUP_VERSION,
    madeAt: new Date().toISOString(),
    postgres: version.rows[0].postgres,
    migrations: migrations.rows.map((row) => row.name),
    tables,
    secretCheck,
  };
  const gzip = createGzip();
  const file = createWriteStream(path, { mode: 0o600, flags: "wx" });
  const written = finished(gzip.pipe(file));
  // A full disk is told by `written`; until then the promise must not count as unhandled.
  written.catch(() => undefined);
  const checksum = new Checksum();
  const say = async (line: string) => {
    checksum.add(line);
    await write(gzip, line, written);
  };
  await say(JSON.stringify(header));
  const rows: Record<string, number> = {};
  for (const table of tables) {
    await say(JSON.stringify({ table: table.name }));
    rows[table.name] = await writeRows(client, table, say);
  }
  const footer: BackupFooter = { end: true, rows, sha256: checksum.end() };
  await write(gzip, JSON.stringify(footer), written);
  gzip.end();
  await written;
  await client.query("COMMIT");
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

async function writeRows(
  client: Client,
  { name }: BackupTable,
  say: (line: string) => Promise<void>,
): Promise<number> {
  const text = `DECLARE each NO SCROLL CURSOR FOR SELECT t::text AS row FROM public.${client.escapeIdentifier(name)} t`;
  await client.query(text);
  let count = 0;
  for (;;) {
    const { rows } = await client.query("FETCH 500 FROM each");
    for (const { row } of rows) await say(JSON.stringify(row));
    count += rows.length;
    if (rows.length === 0) break;
  }
  await client.query("CLOSE each");
  return count;
}

async function write(gzip: Gzip, line: string, failure: Promise<unknown>): Promise<void> {
  if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, "drain"), failure]);
}
