import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { applyMigrations } from "@/lib/platform/migrate/apply-migrations";
import { diffToSchema, writeNextMigration } from "@/lib/platform/migrate/write-next-migration";
import { withClient } from "@/lib/platform/postgres/serving-role";

const admin = inject("databaseTemplate").adminUrl;
const name = `migrations_${process.pid}`;
const url = admin.replace("/postgres?", `/${name}?`);
let directory: string;

beforeAll(() => withClient(admin, (client) => client.query(`CREATE DATABASE ${name}`)));
afterAll(() => withClient(admin, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)));
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "cordon-migrations-"));
  await query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
});
afterEach(() => rm(directory, { recursive: true }));

const query = (sql: string) => withClient(url, async (client) => (await client.query(sql)).rows);

async function write(migration: string, sql: string) {
  await mkdir(join(directory, migration), { recursive: true });
  await writeFile(join(directory, migration, "migration.sql"), sql);
}

it("runs a script with function bodies and quoted semicolons whole", async () => {
  await write(
    "1_function",
    `CREATE FUNCTION greet() RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 'a;b'; END; $$;
     -- a remark; with a semicolon
     CREATE TABLE thing (name text DEFAULT ';');`,
  );
  expect(await applyMigrations(url, directory)).toEqual(["1_function"]);
  expect(await query("SELECT greet()")).toEqual([{ greet: "a;b" }]);
  expect(await applyMigrations(url, directory)).toEqual([]);
});

it("leaves nothing of a migration that fails, says where, and applies it once it is mended", async () => {
  await write("1_bad", "CREATE TABLE half (id int);\nSELECT nothing_of_this_name;");
  await expect(applyMigrations(url, directory)).rejects.toThrow(/1_bad: column .* does not exist \(line 2\)/);
  expect(await query("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
  await write("1_bad", "CREATE TABLE half (id int);");
  expect(await applyMigrations(url, directory)).toEqual(["1_bad"]);
});

it("refuses a database that has a migration which the code does not know", async () => {
  await write("1_first", "CREATE TABLE first (id int)");
  await write("2_newer", "CREATE TABLE newer (id int)");
  await applyMigrations(url, directory);
  await rm(join(directory, "2_newer"), { recursive: true });
  await expect(applyMigrations(url, directory)).rejects.toThrow(
    /database is newer than this version of Cordon .*2_newer/,
  );
});

it("applies each migration once when several processes start together", async () => {
  await write("1_first", "CREATE TABLE first (id int); SELECT pg_sleep(0.05)");
  const answers = await Promise.all([1, 2, 3].map(() => applyMigrations(url, directory)));
  expect(answers.flat()).toEqual(["1_first"]);
});

it("writes the next migration from the schema, and nothing when they agree", async () => {
  const schema = join(directory, "schema.prisma");
  const paths = { schema, migrations: directory };
  const model = (fields: string) =>
    `datasource db {\n provider = "postgresql"\n}\nmodel Thing {\n${fields}\n}\n`;
  await writeFile(schema, model(" id Int @id"));
  await write(
    "1_first",
    `CREATE TABLE "Thing" (id integer NOT NULL, CONSTRAINT "Thing_pkey" PRIMARY KEY (id), CHECK (id > 0));
     CREATE UNIQUE INDEX by_hand ON "Thing" (id) WHERE id > 10`,
  );
  expect(await writeNextMigration(url, paths, "nothing")).toBeNull();
  await writeFile(schema, model(" id Int @id\n note String?"));
  const made = await writeNextMigration(url, paths, "Add a note!", new Date("2026-01-02T03:04:05Z"));
  expect(made).toBe("20260102030405_add_a_note");
  expect(await readFile(join(directory, made!, "migration.sql"), "utf8")).toContain(
    'ALTER TABLE "Thing" ADD COLUMN     "note" TEXT;',
  );
  expect(await readdir(directory)).toContain("migration_lock.toml");
});

it("our own migrations lead to our own schema", async () => {
  await applyMigrations(url, "prisma/migrations");
  expect(await diffToSchema(url, "prisma/schema.prisma")).toBeNull();
});
