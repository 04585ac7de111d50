import { join } from "node:path";
import { Client } from "pg";
import { applyMigrations } from "@/lib/platform/migrate/apply-migrations";
import { MigrationRefused } from "@/lib/platform/migrate/refused";
import { writeNextMigration } from "@/lib/platform/migrate/write-next-migration";
import { startTemporary } from "@/lib/platform/postgres/temporary";
import type { Io } from "./io";

const USAGE = `Usage:
  node lib/cli/migrate.mjs apply [URL]    apply prisma/migrations to URL or DATABASE_URL
  node lib/cli/migrate.mjs next WORDS…    write the next migration from prisma/schema.prisma
  node lib/cli/migrate.mjs check          apply all to a throw-away database and compare with the schema
`;

/** Runs `work` with the owner's URL of an empty database of its own. */
async function withEmptyDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startTemporary();
  try {
    const client = new Client({ connectionString: postgres.url("postgres") });
    await client.connect();
    await client.query("CREATE DATABASE cordon");
    await client.end();
    return await work(postgres.url("cordon"));
  } finally {
    await postgres.stop();
  }
}

/** The developer's migration commands. */
export async function run(args: string[], io: Io): Promise<number> {
  const [command, ...rest] = args;
  const paths = {
    schema: join(io.root, "prisma/schema.prisma"),
    migrations: join(io.root, "prisma/migrations"),
  };
  try {
    switch (command) {
      case "apply":
        return await apply(rest[0] ?? process.env.DATABASE_URL, paths.migrations, io);
      case "next":
        return await next(rest.join(" "), paths, io);
      case "check":
        return await check(paths, io);
      default:
        io.stderr.write(USAGE);
        return 2;
    }
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error;
    io.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function apply(url: string | undefined, migrations: string, io: Io): Promise<number> {
  if (!url) {
    io.stderr.write("Say which database: node lib/cli/migrate.mjs apply URL, or set DATABASE_URL.\n");
    return 2;
  }
  const applied = await applyMigrations(url, migrations);
  io.stdout.write(applied.length ? `Applied ${applied.join(", ")}.\n` : "Nothing to apply.\n");
  return 0;
}

async function next(words: string, paths: { schema: string; migrations: string }, io: Io): Promise<number> {
  const name = await withEmptyDatabase((url) => writeNextMigration(url, paths, words));
  io.stdout.write(
    name ? `Wrote prisma/migrations/${name}/migration.sql.\n` : "The schema needs no migration.\n",
  );
  return 0;
}

async function check(paths: { schema: string; migrations: string }, io: Io): Promise<number> {
  const { diffToSchema } = await import("@/lib/platform/migrate/write-next-migration");
  const rest = await withEmptyDatabase(async (url) => {
    await applyMigrations(url, paths.migrations);
    return diffToSchema(url, paths.schema);
  });
  io.stdout.write(rest === null ? "Migrations and schema agree.\n" : `Still missing:\n${rest}`);
  return rest === null ? 0 : 1;
}
