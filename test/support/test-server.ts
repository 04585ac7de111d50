import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundle } from "@/lib/cli/bootstrap.mjs";
import { tryLock } from "@/lib/cli/home-lock.mjs";
import { buildInterface, interfaceIsCurrent, interfaceKey } from "@/lib/cli/interface-build.mjs";
import type { Io } from "@/lib/cli/io";
import { PROGRAMS } from "@/lib/cli/programs.mjs";
import { serverEnvironment } from "@/lib/cli/server-environment";
import { superviseServer } from "@/lib/cli/supervise-server";
import { startTemporary } from "@/lib/platform/postgres/temporary";
import { makeMigratedDatabase } from "./migrated-database";

/** What the line of JSON says. The secrets are the server's, so that a test can make what it would make. */
export type TestServer = {
  url: string;
  ownerUrl: string;
  appUrl: string;
  nextAuthSecret: string;
  secret: string;
  serverPid: number;
  postgresPid: number;
};

const BUILDS = ".next-test";
const A_DAY = 86_400_000;

/** A build is named by what went into it: runs beside each other never build over one another. */
async function builtInterface(io: Io): Promise<string> {
  const lock = await patientLock(io.home);
  try {
    const key = interfaceKey();
    const distDir = `${BUILDS}/${key.slice(0, 16)}`;
    if (!interfaceIsCurrent(distDir, key)) {
      forgetOldBuilds(join(io.root, BUILDS));
      io.stderr.write("Building the interface for tests…\n");
      await buildInterface(distDir, key);
    }
    await bundle("server", "app/server.ts");
    for (const [name, entry] of Object.entries(PROGRAMS)) await bundle(name, entry);
    return distDir;
  } finally {
    lock.release();
  }
}

async function patientLock(home: string): Promise<{ release: () => void }> {
  for (;;) {
    const lock = tryLock(home, "test build");
    if (lock.release) return lock;
    await sleep(200);
  }
}

function forgetOldBuilds(directory: string): void {
  let names: string[] = [];
  try {
    names = readdirSync(directory);
  } catch {
    return;
  }
  for (const name of names) {
    const path = join(directory, name);
    if (Date.now() - statSync(path).mtimeMs > A_DAY / 4) rmSync(path, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

export async function run(_args: string[], io: Io): Promise<number> {
  const distDir = await builtInterface(io);
  const postgres = await startTemporary();
  try {
    postgres.onUnexpectedEnd(() => void postgres.restart());
    const database = await makeMigratedDatabase(postgres, "cordon", io.root);
    const port = Number(process.env.PORT) || (await freePort());
    const url = `http://127.0.0.1:${port}`;
    const secret = { current: randomBytes(32).toString("base64url"), previous: null };
    const config = { port, host: "127.0.0.1", url, trustedProxies: [], distDir };
    const env = serverEnvironment(config, database.appUrl, secret, { ...io, home: postgres.home });
    const server = superviseServer(join(io.build, "server.mjs"), {
      cwd: io.root,
      env: {
        ...env,
        PORT: String(port),
        HOST: "127.0.0.1",
        CORDON_DIST_DIR: distDir,
        LOG_LEVEL: env.LOG_LEVEL ?? "warn",
      },
      output: "stderr",
    });
    try {
      await server.started;
      const ready: TestServer = {
        url,
        ownerUrl: database.ownerUrl,
        appUrl: database.appUrl,
        nextAuthSecret: env.NEXTAUTH_SECRET!,
        secret: secret.current,
        serverPid: server.pid(),
        postgresPid: postgres.pid(),
      };
      io.stdout.write(`${JSON.stringify(ready)}\n`);
      await untilToldToEnd(io);
      return 0;
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
  }
}

function untilToldToEnd(io: Io): Promise<void> {
  return new Promise((done) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => done());
    io.stdin.on("end", done).on("error", done).resume();
  });
}
