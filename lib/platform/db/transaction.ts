import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool, PoolClient } from "pg";
import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { type Prisma, PrismaClient } from "./generated/client";
import { connect, isDatabaseGone, pool } from "./pool";
import type { Sql } from "./sql";

/** Prisma inside a transaction whose workspace is set. */
export type Db = Prisma.TransactionClient;

// Tied to its pool, so that a new pool gets a new client.
const clients = new WeakMap<Pool, PrismaClient>();

function prisma(): PrismaClient {
  const under = pool();
  let client = clients.get(under);
  if (!client) {
    client = new PrismaClient({ adapter: new PrismaPg(under, { disposeExternalPool: false }) });
    clients.set(under, client);
  }
  return client;
}

type InWorkspace = { workspaceId: string };

/** Reads with Prisma; row-level security shows the actor's workspace only. */
export async function read<T>(actor: InWorkspace, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await prisma().$transaction(async (db) => {
      await db.$executeRaw`select set_config('app.workspace', ${actor.workspaceId}, true)`;
      return work(db);
    });
  } catch (error) {
    throw said(error);
  }
}

/** Reads with SQL, all of it as it was at one moment; for queries that Prisma does not write well. */
export async function readSql<T>(actor: InWorkspace, work: (sql: Sql) => Promise<T>): Promise<T> {
  const begin = beginIn(actor.workspaceId, READ);
  const client = await connect();
  // Neither the beginning nor the end of a read is waited for: it has no effect that could fail to
  // come, and each wait is a turn behind everybody else's. The workspace is set before anything is read.
  const begun = client.query(begin);
  const end = (text: string) =>
    client.query(text).then(
      () => client.release(),
      (failed: Error) => client.release(failed),
    );
  try {
    const [, value] = await Promise.all([begun, work(sqlOf(client))]);
    void end("COMMIT");
    return value;
  } catch (error) {
    if (isDatabaseGone(error)) client.release(error as Error);
    else void end("ROLLBACK");
    throw said(error);
  }
}

const READ = "START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";

/**
 * Runs SQL in a transaction of a workspace. Reviewed content is not written through here: that is
 * the unit of work's (`lib/platform/unit-of-work`).
 */
export async function inTransaction<T>(
  workspaceId: string,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connect();
  let broken: Error | undefined;
  try {
    await client.query(beginIn(workspaceId, begin));
    const value = await work(client);
    await client.query("COMMIT");
    return value;
  } catch (error) {
    broken = isDatabaseGone(error) ? (error as Error) : undefined;
    if (!broken) await client.query("ROLLBACK").catch((failed: Error) => (broken = failed));
    throw said(error);
  } finally {
    client.release(broken);
  }
}

/**
 * The text that begins a transaction and sets its workspace in one round trip. The simple protocol
 * takes no parameters, so the id is checked to be nothing but a UUID.
 */
export function beginIn(workspaceId: string, begin = "BEGIN"): string {
  if (!isId(workspaceId)) throw new TypeError("a workspace's id is a UUID");
  return `${begin}; SELECT set_config('app.workspace', '${workspaceId}', true)`;
}

/** The SQL face of a connection. Statements are prepared, so that each is planned once a connection. */
export function sqlOf(client: PoolClient): Sql {
  return {
    async query<R>(text: string, values: unknown[] = []) {
      const result = await client.query({ name: preparedName(text), text, values });
      return result.rows as R[];
    },
  };
}

/** Texts come from code and are few; past this many the rest goes unprepared. */
const MOST_PREPARED = 400;
const preparedNames = new Map<string, string>();

function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known || preparedNames.size >= MOST_PREPARED) return known;
  // The name is the same in every bundle of the process: they share connections.
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  preparedNames.set(text, name);
  return name;
}

/** A database that went away becomes a sentence; everything else stays what it is. */
export function said(error: unknown): unknown {
  if (!isDatabaseGone(error)) return error;
  return problem(
    "unavailable",
    "The database went away in the middle of this. Try again; what was not saved is still in your browser.",
    {
      internal: error,
    },
  );
}
