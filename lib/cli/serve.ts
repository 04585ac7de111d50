import { join } from "node:path";
import { endPool } from "@/lib/platform/db/pool";
import { readServerEnv, type ServerEnv } from "@/lib/platform/env";
import { SETUP_CODE_MINUTES } from "@/lib/platform/setup-code";
import { deriveAgain } from "@/lib/rules/server/derive-again";
import { buildInterface, interfaceIsCurrent, interfaceKey } from "./interface-build.mjs";
import { Refusal } from "./io";
import { startJobs } from "./jobs";
import { type OpenDatabase, openEmbedded, openForeign } from "./open-database";
import { openSecret } from "./open-secret";
import { hasAdmin, issueSetupCode, prepareDatabase } from "./prepare-database";
import { step } from "./progress.mjs";
import { serverEnvironment } from "./server-environment";
import { superviseServer } from "./supervise-server";

type Place = { root: string; home: string; build: string };

/** The second half of `npm start`: database, migrations, interface, server. Resolves when all has stopped. */
export async function run(place: Place): Promise<number> {
  const config = readConfig();
  const stop = untilToldToStop();
  const secret = await openSecret(place.home);
  let database!: OpenDatabase;
  const isForeign = Boolean(process.env.DATABASE_URL);
  await step(isForeign ? "Reaching PostgreSQL" : "Starting PostgreSQL", async () => {
    database = process.env.DATABASE_URL
      ? await openForeign(process.env.DATABASE_URL, process.env.DATABASE_APP_URL, secret)
      : await openEmbedded(place.home, secret, false);
  });
  try {
    keepAlive(database);
    await step("Applying migrations", async () => {
      const applied = await prepareDatabase(database, place.root);
      return applied.length > 0 ? `${applied.length} new` : undefined;
    });
    await step("Looking for findings of older rules", () => deriveFindingsAgain(database.appUrl));
    const key = interfaceKey();
    if (!interfaceIsCurrent(config.distDir, key))
      await step("Building the interface (a minute or two)", () => buildInterface(config.distDir, key));
    if (stop.signal.aborted) return 0;
    const server = superviseServer(join(place.build, "server.mjs"), {
      cwd: place.root,
      env: serverEnvironment(config, database.appUrl, secret, place),
    });
    let jobs: ReturnType<typeof startJobs> | undefined;
    try {
      await step("Starting the server", () => server.started);
      jobs = startJobs(database.appUrl);
      await tellWhereToGo(config, database, stop.signal);
      const ended = await Promise.race([server.gaveUp, stop.promise]);
      if (ended === "gave-up") process.stderr.write("The server keeps ending; its last words are above.\n");
      else process.stdout.write("\nStopping…\n");
      return ended === "gave-up" ? 1 : 0;
    } finally {
      await jobs?.stop();
      await server.stop();
    }
  } finally {
    await database.embedded?.stop();
    process.stdout.write("Stopped.\n");
  }
}

/** The rules may be newer than what derived the findings. Runs as the serving role, as the server does. */
async function deriveFindingsAgain(appUrl: string): Promise<string | undefined> {
  process.env.DATABASE_URL = appUrl;
  try {
    const reviews = await deriveAgain();
    return reviews > 0 ? `${reviews} reviews derived again` : undefined;
  } finally {
    await endPool();
    delete process.env.DATABASE_URL;
  }
}

function readConfig(): ServerEnv {
  try {
    return readServerEnv();
  } catch (error) {
    throw new Refusal((error as Error).message);
  }
}

/** Ctrl+C, a closing terminal and an init system all mean the same; a second one is no different. */
function untilToldToStop(): { promise: Promise<"told">; signal: AbortSignal } {
  const controller = new AbortController();
  const promise = new Promise<"told">((done) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(name, () => {
        controller.abort();
        done("told");
      });
  });
  return { promise, signal: controller.signal };
}

/** PostgreSQL that dies (out of memory, a kill) comes back; the server's pool reconnects by itself. */
function keepAlive({ embedded }: OpenDatabase): void {
  const again = () => {
    process.stderr.write("PostgreSQL ended unexpectedly; starting it again.\n");
    embedded?.restart().catch((error: Error) => {
      process.stderr.write(`PostgreSQL could not be started again: ${error.message}\n`);
      setTimeout(again, 5_000).unref();
    });
  };
  embedded?.onUnexpectedEnd(again);
}

async function tellWhereToGo(config: ServerEnv, database: OpenDatabase, signal: AbortSignal): Promise<void> {
  process.stdout.write(`\nCordon is at ${config.url}\n`);
  if (await hasAdmin(database.ownerUrl)) {
    process.stdout.write("Ctrl+C stops it.\n\n");
    return;
  }
  process.stdout.write(
    `\nNobody can sign in yet. Open ${config.url}/setup and enter this code; it is good once, for ${SETUP_CODE_MINUTES} minutes:\n`,
  );
  const print = async () => process.stdout.write(`\n    ${await issueSetupCode(database.ownerUrl)}\n\n`);
  await print();
  process.stdout.write("Ctrl+C stops it.\n\n");
  const renew = setInterval(async () => {
    if (signal.aborted || (await hasAdmin(database.ownerUrl).catch(() => false))) return clearInterval(renew);
    process.stdout.write("The set-up code has expired. The new one:\n");
    await print().catch(() => undefined);
  }, SETUP_CODE_MINUTES * 60_000);
  renew.unref();
}
