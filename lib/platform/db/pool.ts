import { Pool, type PoolClient } from "pg";
import { problem } from "@/lib/kernel/errors";

// Next bundles route handlers apart from the server, so what is shared hangs on globalThis.
const shared = globalThis as typeof globalThis & { cordonPool?: Pool };

/** The pool of the serving role; its address comes from DATABASE_URL. */
export function pool(): Pool {
  if (!shared.cordonPool) {
    const made = new Pool({
      connectionString: process.env.DATABASE_URL,
      max: Number(process.env.DATABASE_POOL ?? 12),
      // What need not wait for an answer is sent behind what came before, in the same flight.
      pipeline: true,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 5_000,
      application_name: "cordon",
    });
    // A connection that dies while idle is no reason to stop: the pool makes a new one.
    made.on("error", () => {});
    // Nor is one that dies in use: its query is rejected, which says so. Unheard, the event would be an
    // uncaught exception.
    made.on("connect", (client) => client.on("error", () => {}));
    shared.cordonPool = made;
  }
  return shared.cordonPool;
}

/** Ends the pool; for tests and shutdown. */
export async function endPool(): Promise<void> {
  const ended = shared.cordonPool;
  shared.cordonPool = undefined;
  await ended?.end();
}

/** Class 08 and 57P are PostgreSQL going away or refusing connections; the others are the socket's. */
const GONE = /^(08|57P|53300)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;

/** Whether an error says that the database went away, so that nothing was committed or nobody knows. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? "";
  if (GONE.test(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Can't reach database|Server has closed the connection/i.test(
    error.message,
  );
}

/** Takes a connection, or says in a sentence that the database is not reachable. */
export async function connect(): Promise<PoolClient> {
  try {
    return await pool().connect();
  } catch (error) {
    throw problem(
      "unavailable",
      "The database is not reachable at the moment. Nothing was changed; try again.",
      {
        internal: error,
      },
    );
  }
}
