import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { postgresAccount } from "./account";
import { findBinaries } from "./binaries";
import {
  initialise,
  OWNER,
  type Postmaster,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
} from "./cluster";
import { type Place, preparePlace, SHARED_ROOT } from "./place";

export type EmbeddedPostgres = {
  /** The owner's URL of a database; "postgres" always exists. */
  url(database: string): string;
  /** The URL of the same server for another login. */
  urlFor(database: string, user: string, password: string): string;
  /** Called when the server ends without having been asked to. */
  onUnexpectedEnd(listener: () => void): void;
  /** Starts it again with the same settings after an unexpected end. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  pid(): number;
};

/** The owner's password: random, made once, in a file that only the starter's user reads. */
async function ownerPassword(home: string): Promise<string> {
  const path = join(home, "database-password");
  const present = await readFile(path, "utf8").catch(() => null);
  if (present) return present.trim();
  const made = randomBytes(24).toString("base64url");
  await writeFile(path, `${made}\n`, { mode: 0o600, flag: "wx" });
  return made;
}

function urlOn(place: Place, database: string, user: string, password: string): string {
  const host = encodeURIComponent(place.socket);
  return `postgresql://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${host}`;
}

/**
 * Starts the PostgreSQL whose data are in `home` (made on first use) and returns how to reach it.
 * It listens on a socket only. The caller holds the home's lock. `settings` are PostgreSQL's own
 * (`fsync: "off"` for tests).
 */
export async function startEmbedded(
  home: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  await mkdir(home, { recursive: true, mode: 0o755 });
  const account = await postgresAccount();
  const place = await preparePlace(home, account);
  const binaries = await findBinaries(account, SHARED_ROOT);
  const password = await ownerPassword(home);
  await initialise(binaries, place, account, password);

  const listeners: (() => void)[] = [];
  let stopping = false;
  let running: Postmaster;
  const start = async () => {
    running = await startPostmaster(binaries, place, account, { log: join(home, "postgres.log"), settings });
    running.child.once("exit", () => {
      if (!stopping) for (const listener of listeners) listener();
    });
    // The event loop must be able to end while the server runs (a test runner's teardown).
    running.child.unref();
  };
  await start();

  return {
    url: (database) => urlOn(place, database, OWNER, password),
    urlFor: (database, user, secret) => urlOn(place, database, user, secret),
    onUnexpectedEnd: (listener) => void listeners.push(listener),
    restart: start,
    pid: () => running.pid,
    stop: async () => {
      stopping = true;
      await stopPostmaster(running.pid);
    },
  };
}

/** The owner's URL of a server that somebody else started on this home, or null when none runs. */
export async function reachEmbedded(home: string): Promise<Pick<EmbeddedPostgres, "url" | "urlFor"> | null> {
  const password = await readFile(join(home, "database-password"), "utf8").catch(() => null);
  if (password === null) return null;
  const place = await preparePlace(home, await postgresAccount());
  if ((await runningPostmaster(place)) === null) return null;
  return {
    url: (database) => urlOn(place, database, OWNER, password.trim()),
    urlFor: (database, user, secret) => urlOn(place, database, user, secret),
  };
}
