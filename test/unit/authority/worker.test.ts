import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { derive } from "@/lib/authority/derive";
import { DERIVE_WORK, deriveInWorker, deriveWorkerPath } from "@/lib/authority/server/derive-in-worker";
import { takeMachineTurn } from "@/lib/platform/machine-turns";
import { SILENT } from "./from-text";

const root = fileURLToPath(new URL("../../..", import.meta.url));
let folder = "";
let workerPath = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cordon-worker-"));
  workerPath = join(folder, "derive-worker.mjs");
  await build({
    entryPoints: [join(root, "lib/authority/server/derive-worker.ts")],
    outfile: workerPath,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    alias: { "@": root.replace(/\/$/, "") },
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
});
afterAll(() => rm(folder, { recursive: true }));

const input = (text: string) => ({
  path: "x",
  files: [{ name: "x.yaml", bytes: new TextEncoder().encode(text) }],
});
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => SILENT.replace("silent", `pod-${i}`)).join("---\n");

describe("deriving in a worker", () => {
  test("gives what deriving here gives, however many parts it comes in", async () => {
    const text = many(200);
    expect(await deriveInWorker(input(text), { workerPath })).toEqual(derive(input(text)));
  });

  test("the caller's files are still its own", async () => {
    const files = input(SILENT);
    await deriveInWorker(files, { workerPath });
    expect(files.files[0]?.bytes.length).toBe(SILENT.length);
  });

  test("progress rises", async () => {
    const seen: number[] = [];
    await deriveInWorker(input(many(3_000)), { workerPath, onProgress: (fraction) => seen.push(fraction) });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
  });

  test("a signal ends it, with the signal's reason", async () => {
    const controller = new AbortController();
    const running = deriveInWorker(input(many(3_000)), {
      workerPath,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error("no longer wanted")),
    });
    await expect(running).rejects.toThrow("no longer wanted");
    await expect(deriveInWorker(input(SILENT), { workerPath, signal: controller.signal })).rejects.toThrow(
      "no longer wanted",
    );
  });

  test("one that takes too long is ended, and says so", async () => {
    await expect(deriveInWorker(input(many(3_000)), { workerPath, milliseconds: 1 })).rejects.toThrow(
      "took more than 0.001 seconds",
    );
  });

  test("two run at once, the others wait, and whoever waits can leave", async () => {
    const first = await takeMachineTurn(DERIVE_WORK);
    const second = await takeMachineTurn(DERIVE_WORK);
    const controller = new AbortController();
    const left = deriveInWorker(input(SILENT), { workerPath, signal: controller.signal });
    const waiting = deriveInWorker(input(SILENT), { workerPath });
    let done = false;
    void waiting.then(() => {
      done = true;
    });
    controller.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(done).toBe(false);
    first();
    expect((await waiting).path).toBe("x");
    second();
    const turns = [await takeMachineTurn(DERIVE_WORK), await takeMachineTurn(DERIVE_WORK)];
    for (const giveBack of turns) giveBack();
  });

  test("a worker that is not there is an error of the promise", async () => {
    await expect(
      deriveInWorker(input(SILENT), { workerPath: join(folder, "nowhere.mjs") }),
    ).rejects.toThrow();
  });

  test("is looked for where the process says, by default in CORDON_HOME", () => {
    const before = { ...process.env };
    delete process.env.CORDON_DERIVE_WORKER;
    process.env.CORDON_HOME = "/somewhere";
    expect(deriveWorkerPath()).toBe("/somewhere/build/derive-worker.mjs");
    process.env = before;
  });
});
