// One process at a time may start, stop or migrate the PostgreSQL of a CORDON_HOME. The lock is a
// file that names its holder; the holder's start time tells a process from a later one with its pid.
import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** When a process started, in the system's own unit; null when there is no such process. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie holds nothing any more.
    return fields[0] === "Z" ? null : fields[19];
  } catch (_error) {
    if (process.platform === "linux") return null;
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
  } catch {
    return null;
  }
}

const readLock = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
};

/** Who holds the lock of a home and still lives: `{pid, command}`, or null. */
export function lockHolder(home) {
  const text = readLock(join(home, "lock"));
  if (!text) return null;
  const [pid, started, command] = text.split("\n");
  return startOf(Number(pid)) === started ? { pid: Number(pid), command } : null;
}

/**
 * Takes the lock: `{holder}` of somebody who lives, or `{release, wasLeft}`, where `wasLeft` says
 * that its last holder died without giving it back.
 */
export function tryLock(home, command) {
  const path = join(home, "lock");
  const mine = `${path}.${process.pid}`;
  let wasLeft = false;
  writeFileSync(mine, `${process.pid}\n${startOf(process.pid)}\n${command}\n`);
  try {
    for (;;) {
      try {
        linkSync(mine, path);
        const release = () => {
          const text = readLock(path);
          if (text?.startsWith(`${process.pid}\n`)) rmSync(path, { force: true });
        };
        process.once("exit", release);
        return { release, wasLeft };
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
      const seen = readLock(path);
      const holder = lockHolder(home);
      if (holder) return { holder };
      // Take the dead holder's file away; if another was quicker and this is its new one, give it back.
      const taken = `${mine}.left`;
      try {
        renameSync(path, taken);
      } catch (error) {
        if (error.code === "ENOENT") continue;
        throw error;
      }
      if (readLock(taken) !== seen) {
        try {
          linkSync(taken, path);
        } catch {
          // A third one holds it by now.
        }
      } else wasLeft = true;
      rmSync(taken, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
}
