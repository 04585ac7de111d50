import { rmSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbedded } from "./embedded";

/** Settings for data that nobody keeps: no wait for the disk, but a commit survives a SIGKILL of the server. */
const THROW_AWAY = {
  fsync: "off",
  full_page_writes: "off",
  autovacuum: "off",
};

/**
 * A PostgreSQL in a new temporary directory. `stop` also deletes its data; a process that ends
 * without calling it (a crash of a test) takes the server down all the same.
 */
export async function startTemporary(
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres & { home: string }> {
  const home = await mkdtemp(join(tmpdir(), "cordon-"));
  // The account that PostgreSQL runs as must walk through it; what is inside has modes of its own.
  await chmod(home, 0o755);
  const started = await startEmbedded(home, { ...THROW_AWAY, ...settings });
  const drop = () => {
    try {
      process.kill(started.pid(), "SIGQUIT");
    } catch {
      // It has ended already.
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  process.once("exit", drop);
  return {
    ...started,
    home,
    stop: async () => {
      await started.stop();
      process.removeListener("exit", drop);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
