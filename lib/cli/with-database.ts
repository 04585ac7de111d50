import { setTimeout as sleep } from "node:timers/promises";
import type { Secret } from "@/lib/platform/secret";
import { lockHolder, tryLock } from "./home-lock.mjs";
import { type Io, Refusal } from "./io";
import { type OpenDatabase, openEmbedded, openForeign } from "./open-database";

/** How long a command waits for another one, or for a Cordon that is just starting. */
const PATIENCE = 60_000;

/**
 * Runs a command with the installation's database: the one of DATABASE_URL, that of a running
 * Cordon, or the embedded one, started for the command under the home's lock and stopped after it.
 */
export async function withDatabase(
  io: Io,
  secret: Secret,
  work: (database: OpenDatabase) => Promise<number>,
): Promise<number> {
  if (process.env.DATABASE_URL) {
    return work(await openForeign(process.env.DATABASE_URL, process.env.DATABASE_APP_URL, secret));
  }
  const until = Date.now() + PATIENCE;
  for (;;) {
    const lock = tryLock(io.home, "admin");
    if (lock.release) {
      try {
        return await withOwn(io, secret, work);
      } finally {
        lock.release();
      }
    }
    if (lock.holder.command === "start") {
      const running = await openEmbedded(io.home, secret, true).catch((error: Error) => error);
      if (!(running instanceof Error)) return work(running);
      // It may be starting PostgreSQL this moment; when it is gone, the next round starts its own.
      if (Date.now() > until && lockHolder(io.home)) throw running;
    }
    if (Date.now() > until)
      throw new Refusal(
        `Another command of Cordon works on ${io.home} (process ${lock.holder.pid}); try again later.`,
      );
    await sleep(200);
  }
}

async function withOwn(
  io: Io,
  secret: Secret,
  work: (database: OpenDatabase) => Promise<number>,
): Promise<number> {
  const database = await openEmbedded(io.home, secret, false);
  const stop = () => database.embedded?.stop().finally(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  try {
    return await work(database);
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeListener(signal, stop);
    await database.embedded?.stop();
  }
}
