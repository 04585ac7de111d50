import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

/** Bundles the worker that reads configurations, as the starter does, for tests that attach one in process. */
export async function bundleDeriveWorker(): Promise<void> {
  const outfile = join(mkdtempSync(join(tmpdir(), "cordon-worker-")), "derive-worker.mjs");
  await build({
    entryPoints: ["lib/authority/server/derive-worker.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    tsconfig: "tsconfig.json",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  globalThis.cordonDeriveWorkerPath = outfile;
}
