import { fileURLToPath } from "node:url";
import { bundle } from "@/lib/cli/bootstrap.mjs";
import { spawnServer } from "./spawn-server";

/** Starts the built server that the browser tests use; its facts go to the tests in CORDON_E2E. */
export default async function setup(): Promise<() => Promise<void>> {
  process.env.CORDON_HOME ??= fileURLToPath(
    new URL("../../node_modules/.cache/cordon-test", import.meta.url),
  );
  const { stop, ...server } = await spawnServer({ PORT: process.env.CORDON_E2E_PORT! });
  process.env.CORDON_E2E = JSON.stringify(server);
  // Scenarios are made in the tests' own process, which reads configurations as the server does.
  process.env.CORDON_DERIVE_WORKER = await bundle("derive-worker", "lib/authority/server/derive-worker.ts");
  return stop;
}
