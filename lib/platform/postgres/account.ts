import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Who PostgreSQL runs as: the person who started Cordon, or a system user when that is root. */
export type Account = { uid: number; gid: number; isSomeoneElse: boolean };

const SYSTEM_USER = "cordon";

async function lookUp(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout), isSomeoneElse: true };
  } catch {
    return null;
  }
}

/**
 * The account for PostgreSQL, which refuses to run as root: root gets the system user `cordon`,
 * made when missing.
 */
export async function postgresAccount(): Promise<Account> {
  if (process.getuid?.() !== 0)
    return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1, isSomeoneElse: false };
  const known = await lookUp(SYSTEM_USER);
  if (known) return known;
  await run("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--shell",
    "/usr/sbin/nologin",
    SYSTEM_USER,
  ])
    .catch(() => run("adduser", ["-S", "-D", "-H", "-s", "/sbin/nologin", SYSTEM_USER]))
    .catch(() => undefined);
  const made = await lookUp(SYSTEM_USER);
  if (made) return made;
  throw new Error(
    `PostgreSQL does not run as root and the system user "${SYSTEM_USER}" could not be made; make it, run Cordon as another user, or set DATABASE_URL.`,
  );
}

/** Whether the account may walk to `path` and read there: its parents let others through. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  if (!account.isSomeoneElse) return true;
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Options that make `spawn` run a program as the account. */
export const asAccount = (account: Account) =>
  account.isSomeoneElse ? { uid: account.uid, gid: account.gid } : {};
