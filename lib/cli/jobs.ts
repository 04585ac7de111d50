import { setTimeout as wait } from "node:timers/promises";
import { endPool } from "@/lib/platform/db/pool";
import { endAllDue } from "@/lib/signoff/server/end-due";

/** How long one round rests before the next, in milliseconds. */
const REST = 60_000;

/**
 * Runs what no request asks for, round after round, until told to stop: what is due is read from the
 * data, so that a round after any downtime catches up, and a round that fails is made up by the next.
 * Runs as the serving role, as the server does.
 */
export function startJobs(appUrl: string): { stop(): Promise<void> } {
  const stopping = new AbortController();
  process.env.DATABASE_URL = appUrl;
  const running = (async () => {
    let wasWell = true;
    while (!stopping.signal.aborted) {
      try {
        await endAllDue();
        wasWell = true;
      } catch (error) {
        if (wasWell)
          process.stderr.write(`Looking for what time has ended failed: ${(error as Error).message}\n`);
        wasWell = false;
      }
      await wait(REST, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await endPool();
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
