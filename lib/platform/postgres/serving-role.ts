import { createHash } from "node:crypto";
import { Client } from "pg";
import { servingRoleGrants } from "../migrate/serving-role";

/** Names in PostgreSQL end after 63 bytes. */
const NAME_LIMIT = 63;

/** The serving role of a database: roles belong to the whole server, so the name tells which. */
export function servingRoleName(database: string): string {
  const name = `${database}_app`;
  if (/^[a-z_][a-z0-9_]*$/.test(name) && name.length <= NAME_LIMIT) return name;
  return `cordon_app_${createHash("sha256").update(database).digest("hex").slice(0, 16)}`;
}

/**
 * Makes the login that the server uses, or gives it its present password. It owns nothing and
 * bypasses nothing. Needs CREATEROLE; throws PostgreSQL's 42501 without it.
 */
export async function ensureServingRole(client: Client, role: string, password: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  const secret = client.escapeLiteral(password);
  const { rows } = await client.query(
    "SELECT rolsuper OR rolbypassrls AS strong FROM pg_roles WHERE rolname = $1",
    [role],
  );
  if (rows[0]?.strong) throw new Error(`The role ${role} passes row-level security and cannot serve.`);
  // Since PostgreSQL 16 only a superuser may say NOSUPERUSER of a role that exists.
  if (rows[0]) await client.query(`ALTER ROLE ${name} LOGIN PASSWORD ${secret}`);
  else
    await client.query(
      `CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD ${secret}`,
    );
}

/**
 * Gives the serving role its rights in the client's database, all at once, so that a running
 * server never sees it without them. Nobody else may connect or make tables. One at a time:
 * PostgreSQL refuses concurrent changes of the same rights.
 */
export async function grantServingRole(client: Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  const { rows } = await client.query("SELECT current_database() AS database");
  const database = client.escapeIdentifier(rows[0].database);
  const statements = [
    "BEGIN",
    "SELECT pg_advisory_xact_lock(hashtext('cordon serving role'))",
    `REVOKE ALL ON DATABASE ${database} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${database} TO ${name}`,
    "REVOKE ALL ON SCHEMA public FROM PUBLIC",
    ...servingRoleGrants(role),
    "COMMIT",
  ];
  await client.query(statements.join(";\n"));
}

/** Runs `work` with a connection that is closed afterwards. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
