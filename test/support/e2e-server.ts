import type { TestServer } from "./test-server";

/** The server that a browser test talks to: its URL, its database as owner, its secrets. */
export function e2eServer(): TestServer {
  return JSON.parse(process.env.CORDON_E2E ?? "{}") as TestServer;
}
