import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockHolder, tryLock } from "@/lib/cli/home-lock.mjs";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cordon-lock-"));
});
afterEach(() => rmSync(home, { recursive: true }));

it("has one holder, who is named to others, until it is given back", () => {
  const first = tryLock(home, "start");
  expect(tryLock(home, "admin").holder).toEqual({ pid: process.pid, command: "start" });
  first.release?.();
  expect(lockHolder(home)).toBeNull();
  const next = tryLock(home, "admin");
  expect(next).toMatchObject({ wasLeft: false });
  next.release?.();
});

it("is taken over from a process that died with it", async () => {
  const script = `import("${new URL("../../../lib/cli/home-lock.mjs", import.meta.url).href}")
    .then(({ tryLock }) => { tryLock(${JSON.stringify(home)}, "start"); process.kill(process.pid, "SIGKILL"); })`;
  const child = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
  await new Promise((done) => child.once("exit", done));
  const lock = tryLock(home, "start");
  expect(lock).toMatchObject({ wasLeft: true });
  lock.release?.();
});

it("is not held by another process that only has the dead one's number", () => {
  writeFileSync(join(home, "lock"), `${process.pid}\nanother start time\nstart\n`);
  expect(lockHolder(home)).toBeNull();
  const lock = tryLock(home, "start");
  expect(lock.release).toBeDefined();
  lock.release?.();
});
