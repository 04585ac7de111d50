import { DatabaseError } from "pg";
import { type EmbeddedPostgres, reachEmbedded, startEmbedded } from "@/lib/platform/postgres/embedded";
import { ensureServingRole, servingRoleName, withClient } from "@/lib/platform/postgres/serving-role";
import { deriveKey, type Secret } from "@/lib/platform/secret";
import { Refusal } from "./io";

/** A database with its two logins. `embedded` is set when this process started PostgreSQL itself. */
export type OpenDatabase = {
  ownerUrl: string;
  appUrl: string;
  role: string;
  embedded: EmbeddedPostgres | null;
};

const DATABASE = "cordon";

/** Starts (or, when another process runs it, reaches) the embedded PostgreSQL and its database. */
export async function openEmbedded(home: string, secret: Secret, isRunning: boolean): Promise<OpenDatabase> {
  const embedded = isRunning ? null : await startEmbedded(home);
  const reached = embedded ?? (await reachEmbedded(home));
  if (!reached) throw new Refusal("The database of the running Cordon is not up yet; try again in a moment.");
  try {
    const role = servingRoleName(DATABASE);
    const password = rolePassword(secret, DATABASE);
    await withClient(reached.url("postgres"), async (client) => {
      const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
      if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
      if (embedded || !rowCount) await ensureServingRole(client, role, password);
    });
    return {
      ownerUrl: reached.url(DATABASE),
      appUrl: reached.urlFor(DATABASE, role, password),
      role,
      embedded,
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** A PostgreSQL of the operator's: DATABASE_URL is the owner's, DATABASE_APP_URL the serving role's. */
export async function openForeign(
  ownerUrl: string,
  givenAppUrl: string | undefined,
  secret: Secret,
): Promise<OpenDatabase> {
  const url = parseUrl("DATABASE_URL", ownerUrl);
  const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username);
  await reach(ownerUrl, "DATABASE_URL");
  if (givenAppUrl) {
    const app = parseUrl("DATABASE_APP_URL", givenAppUrl);
    const role = decodeURIComponent(app.username);
    if (role === decodeURIComponent(url.username))
      throw new Refusal(
        "DATABASE_APP_URL must name another user than DATABASE_URL: the server may own nothing.",
      );
    await refuseStrong(givenAppUrl);
    return { ownerUrl, appUrl: givenAppUrl, role, embedded: null };
  }
  const role = servingRoleName(database);
  const password = rolePassword(secret, database);
  try {
    await withClient(ownerUrl, (client) => ensureServingRole(client, role, password));
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "42501")
      throw new Refusal(
        "The user of DATABASE_URL may not create roles; make the serving role with the SQL in the README and set DATABASE_APP_URL.",
      );
    throw error;
  }
  url.username = role;
  url.password = password;
  return { ownerUrl, appUrl: url.toString(), role, embedded: null };
}

/** A serving role that passes row-level security would make the second wall a painted one. */
async function refuseStrong(appUrl: string): Promise<void> {
  await reach(appUrl, "DATABASE_APP_URL");
  const strong = await withClient(appUrl, async (client) => {
    const text = "SELECT rolsuper OR rolbypassrls AS strong FROM pg_roles WHERE rolname = current_user";
    return (await client.query(text)).rows[0].strong as boolean;
  });
  if (strong)
    throw new Refusal(
      "The user of DATABASE_APP_URL passes row-level security (SUPERUSER or BYPASSRLS); give another.",
    );
}

const rolePassword = (secret: Secret, database: string) =>
  deriveKey(secret.current, `serving role of ${database}`, 24).toString("base64url");

function parseUrl(name: string, text: string): URL {
  try {
    const url = new URL(text);
    if (/^postgres(ql)?:$/.test(url.protocol)) return url;
  } catch {
    // The sentence below says it.
  }
  throw new Refusal(
    `${name} is not a PostgreSQL URL; it looks like postgresql://user:password@host:5432/database.`,
  );
}

/** Turns "cannot connect" into a sentence that tells which variable to look at; never shows the URL. */
export async function reach(url: string, name: string): Promise<void> {
  try {
    await withClient(url, (client) => client.query("SELECT 1"));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw new Refusal(`The database of ${name} cannot be reached: ${message || code}.`);
  }
}
