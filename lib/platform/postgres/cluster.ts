import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { access, chown, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Account, asAccount } from "./account";
import type { Binaries } from "./binaries";
import type { Place } from "./place";

const run = promisify(execFile);

/** The login that owns every database of the embedded PostgreSQL. */
export const OWNER = "cordon_owner";

/**
 * Makes the cluster when there is none. It grows beside its final place and is renamed when
 * complete, so that a start killed half-way leaves nothing that looks like a cluster.
 */
export async function initialise(
  binaries: Binaries,
  place: Place,
  account: Account,
  password: string,
): Promise<void> {
  if (await exists(join(place.data, "PG_VERSION"))) return;
  const growing = `${place.data}.new`;
  const passwordFile = join(place.root, "initial-password");
  await rm(growing, { recursive: true, force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (account.isSomeoneElse) await chown(passwordFile, account.uid, account.gid);
    await run(
      binaries.initdb,
      [
        `--pgdata=${growing}`,
        `--username=${OWNER}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--locale=C.UTF-8",
        // The operating system's locale serves messages only; C is on every machine.
        ...["collate", "ctype", "messages", "monetary", "numeric", "time"].map((name) => `--lc-${name}=C`),
        "--no-instructions",
      ],
      { ...asAccount(account), cwd: place.root, env: plainEnvironment() },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(growing, place.data);
}

export type Postmaster = { child: ChildProcess; pid: number };

/**
 * Starts the server and waits until it takes connections on the socket. It stands in a session of
 * its own, so that Ctrl+C reaches only the starter, which stops things in order.
 */
export async function startPostmaster(
  binaries: Binaries,
  place: Place,
  account: Account,
  options: { log: string; settings?: Record<string, string> },
): Promise<Postmaster> {
  await replaceLeftOver(place);
  const settings: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: place.socket,
    unix_socket_permissions: "0700",
    max_connections: "100",
    timezone: "UTC",
    log_timezone: "UTC",
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // Backends of a postmaster that was killed hold its memory for a moment; hence several tries.
  for (let attempt = 1; ; attempt++) {
    const log = openSync(options.log, (await sizeOf(options.log)) > 10_000_000 ? "w" : "a", 0o600);
    const child = spawn(binaries.postgres, ["-D", place.data, ...flags], {
      ...asAccount(account),
      cwd: place.root,
      env: plainEnvironment(),
      stdio: ["ignore", log, log],
      detached: true,
    });
    closeSync(log);
    child.on("error", () => undefined);
    const state = await untilReady(child, place);
    if (state === "ready") return { child, pid: child.pid! };
    if (attempt >= 20)
      throw new Error(
        `PostgreSQL did not start: ${await lastWords(options.log)} (all of it in ${options.log})`,
      );
    await sleep(250);
  }
}

/** PostgreSQL writes "ready" into its pid file when it takes connections (as pg_ctl reads it). */
async function untilReady(child: ChildProcess, place: Place): Promise<"ready" | "ended"> {
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const lines = await pidFile(place);
    if (lines?.[0] === String(child.pid) && lines[7]?.trim() === "ready") return "ready";
    await sleep(15);
  }
  return "ended";
}

async function pidFile(place: Place): Promise<string[] | null> {
  const text = await readFile(join(place.data, "postmaster.pid"), "utf8").catch(() => null);
  return text?.split("\n") ?? null;
}

/** The pid of a server that runs on these data, ours or not; null when none does. */
export async function runningPostmaster(place: Place): Promise<number | null> {
  const pid = Number((await pidFile(place))?.[0] ?? 0);
  return pid > 0 && (await isPostmasterOf(pid, place)) ? pid : null;
}

/**
 * Ends a server that outlived its starter (SIGKILL), and removes a pid file whose number now
 * belongs to an unrelated process, for PostgreSQL would refuse to start because of it.
 */
async function replaceLeftOver(place: Place): Promise<void> {
  if ((await pidFile(place)) === null) return;
  const pid = await runningPostmaster(place);
  if (pid) await stopPostmaster(pid);
  else await rm(join(place.data, "postmaster.pid"), { force: true });
}

/** A fast shutdown (open transactions are rolled back), then, after 20 s, an immediate one. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, tries] of [
    ["SIGINT", 1000],
    ["SIGQUIT", 250],
  ] as const) {
    if (!(await isAlive(pid))) return;
    process.kill(pid, signal);
    for (let i = 0; i < tries && (await isAlive(pid)); i++) await sleep(20);
  }
}

/** A zombie (its parent was killed and nobody reaps it, as in many containers) counts as ended. */
async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return state === null || !/\) Z /.test(state);
}

async function isPostmasterOf(pid: number, place: Place): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(async () => {
    const listed = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
    return listed.stdout;
  });
  return command.includes("postgres") && command.includes(place.data);
}

async function lastWords(log: string): Promise<string> {
  const text = await readFile(log, "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => /FATAL|PANIC|ERROR/.test(line));
  return lines.at(-1)?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, "") ?? "it ended without a word";
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const sizeOf = (path: string) =>
  stat(path).then(
    (found) => found.size,
    () => 0,
  );

/** PostgreSQL reads PG* and LC_* variables; only what it needs is handed on, in particular no secret. */
const plainEnvironment = () =>
  ({ PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" }) as unknown as NodeJS.ProcessEnv;
