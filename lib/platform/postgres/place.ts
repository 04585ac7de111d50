import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, readlink, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Account, canReach } from "./account";

/** Where data goes that another account must reach while CORDON_HOME does not let it through. */
export const SHARED_ROOT = "/var/lib/cordon";

/** The directories of one embedded PostgreSQL. `root` belongs to its account. */
export type Place = { root: string; data: string; socket: string };

/** A socket's path may have 107 bytes on Linux and 103 on macOS, of which the name takes 16. */
const SOCKET_LIMIT = 85;

/**
 * Finds, or makes, the directories of the PostgreSQL of `home`. They are in `home/postgres`, unless
 * the account cannot walk there (a clone under /root): then `home/postgres` is a link to a
 * directory of its own in /var/lib/cordon.
 */
export async function preparePlace(home: string, account: Account): Promise<Place> {
  const inHome = join(home, "postgres");
  const root = (await linkTarget(inHome)) ?? (await chooseRoot(inHome, home, account));
  await ownDirectory(root, account);
  let socket = join(root, "socket");
  if (Buffer.byteLength(socket) > SOCKET_LIMIT) {
    const name = createHash("sha256").update(root).digest("hex").slice(0, 16);
    socket = join(tmpdir(), `cordon-${name}`);
  }
  await ownDirectory(socket, account);
  return { root, data: join(root, "data"), socket };
}

async function chooseRoot(inHome: string, home: string, account: Account): Promise<string> {
  const present = await lstat(inHome).catch(() => null);
  if (present || (await canReach(account, home))) return inHome;
  await mkdir(SHARED_ROOT, { recursive: true, mode: 0o755 });
  const root = join(SHARED_ROOT, randomBytes(6).toString("hex"));
  await symlink(root, inHome);
  return root;
}

async function linkTarget(path: string): Promise<string | null> {
  const present = await lstat(path).catch(() => null);
  return present?.isSymbolicLink() ? readlink(path) : null;
}

/** A directory that only the account (and root) can enter; one that somebody else owns is refused. */
async function ownDirectory(path: string, account: Account): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const present = await lstat(path);
  if (present.uid === account.uid) return;
  if (!account.isSomeoneElse || !present.isDirectory())
    throw new Error(`${path} belongs to another user; remove it or start Cordon as that user.`);
  await chown(path, account.uid, account.gid);
  await chmod(path, 0o700);
}
