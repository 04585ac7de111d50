import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "@/lib/cli/bootstrap.mjs";
import type { TestServer } from "./test-server";

const PROGRAM = join(ROOT, "test/support/test-server.mjs");

export type SpawnedServer = TestServer & { stop(): Promise<void> };

/**
 * Starts a server of its own with a database of its own, for tests that break them. Its processes
 * end with the caller, however that ends.
 */
export async function spawnServer(env: Record<string, string> = {}): Promise<SpawnedServer> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, ...env } as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const line = await new Promise<string>((done, fail) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) done(text.split("\n", 1)[0]!);
    });
    child.once("exit", (code) => fail(new Error(`the test server ended with ${code}: ${text}`)));
  });
  return {
    ...(JSON.parse(line) as TestServer),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
