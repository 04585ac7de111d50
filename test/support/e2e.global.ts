import { spawnServer } from "./spawn-server";

/** Starts the built server that the browser tests use; its facts go to the tests in CORDON_E2E. */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop, ...server } = await spawnServer({ PORT: process.env.CORDON_E2E_PORT! });
  process.env.CORDON_E2E = JSON.stringify(server);
  return stop;
}
