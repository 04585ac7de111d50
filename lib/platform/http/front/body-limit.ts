import type { IncomingMessage, ServerResponse } from "node:http";

const MIB = 1024 * 1024;

/** A body that is no import. */
export const BODY_LIMIT = MIB;

/** An import: 20 MiB of text as JSON, archives in later use; checked again by what reads it. */
export const IMPORT_LIMIT = 110 * MIB;

/** How much of a body past its limit is read and dropped, so that the client gets to read its answer. */
const MOST_DROPPED = 16 * MIB;

const IMPORT_ROUTE =
  /^\/api\/v1\/(reviews\/[^/]+\/(configurations|leads|canary-runs|output-checks)|baselines)(\/|$)/;

/** How many bytes the body of a request to this path may have. */
export const bodyLimit = (path: string): number => (IMPORT_ROUTE.test(path) ? IMPORT_LIMIT : BODY_LIMIT);

/** Whether the request says itself that its body is larger than the limit. */
export const announcesTooMuch = (request: IncomingMessage, limit: number): boolean =>
  Number(request.headers["content-length"] ?? 0) > limit;

/**
 * Counts a body that does not announce its length (chunked) as it arrives and calls `exceeded` once
 * when it passes the limit; nothing further reaches the handler, which must not take a part for the
 * whole. What comes after that is dropped: the connection's next request stands behind it.
 */
export function countBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  exceeded: () => void,
): void {
  if (request.headers["content-length"] !== undefined) return;
  let received = 0;
  let isTold = false;
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    received += chunk instanceof Uint8Array ? chunk.byteLength : 0;
    if (received <= limit) return push(chunk, encoding);
    if (received > limit + MOST_DROPPED) {
      request.socket.destroy();
      return false;
    }
    // Answered without the body being wanted: it is dropped to its end.
    if (response.writableEnded && !isTold) return chunk === null ? push(null) : true;
    if (!isTold) exceeded();
    isTold = true;
    if (chunk === null) response.end();
    return true;
  };
}
