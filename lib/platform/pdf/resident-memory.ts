import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";

/** Linux counts resident memory in pages of this size on every platform that Node.js runs on there. */
const PAGE = 4_096;

/** The resident memory of a process in bytes, or null when nobody can say (it has ended, or there is no `ps`). */
export async function residentMemory(pid: number): Promise<number | null> {
  if (process.platform === "linux") {
    const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => null);
    return text === null ? null : Number(text.split(" ")[1]) * PAGE;
  }
  if (process.platform === "win32") return null;
  return new Promise((done) => {
    execFile("ps", ["-o", "rss=", "-p", String(pid)], (error, text) =>
      done(error ? null : Number(text.trim()) * 1024 || null),
    );
  });
}
