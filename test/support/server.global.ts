import type { TestProject } from "vitest/node";
import { spawnServer } from "./spawn-server";
import type { TestServer } from "./test-server";

declare module "vitest" {
  interface ProvidedContext {
    server: TestServer;
  }
}

/** One built server, with a database of its own, for all API tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...server } = await spawnServer();
  project.provide("server", server);
  return stop;
}
