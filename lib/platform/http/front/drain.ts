import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** How long requests in progress may take after the server was told to stop. */
const BOUND = 10_000;

/** Streams never end by themselves; browsers open them again elsewhere or later. */
const isStream = (response: ServerResponse) =>
  String(response.getHeader("content-type") ?? "").startsWith("text/event-stream");

/**
 * Remembers what is in progress and returns a function that takes no new connection, ends streams,
 * waits for the rest, and after the bound cuts what is left.
 */
export function drainable(server: Server): () => Promise<void> {
  const open = new Set<ServerResponse>();
  let isDraining = false;
  server.prependListener("request", (_request, response: ServerResponse) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    // A kept connection would bring the next request to a server that is about to go.
    if (isDraining) response.setHeader("connection", "close");
  });
  return async () => {
    isDraining = true;
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeIdleConnections();
    for (const response of open) if (isStream(response)) response.destroy();
    const watch = setInterval(() => server.closeIdleConnections(), 100);
    await Promise.race([closed, sleep(BOUND)]);
    clearInterval(watch);
    server.closeAllConnections();
  };
}
