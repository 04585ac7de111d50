import type { IncomingMessage } from "node:http";

const MIB = 1024 * 1024;

/** A body that is no import. */
export const BODY_LIMIT = MIB;

/** An import: 20 MiB of text as JSON, archives in later use; checked again by what reads it. */
export const IMPORT_LIMIT = 110 * MIB;

const IMPORT_ROUTE =
  /^\/api\/v1\/(reviews\/[^/]+\/(configurations|leads|canary-runs|output-checks)|baselines)(\/|$)/;

/** How many bytes the body of a request to this path may have. */
export const bodyLimit = (path: string): number => (IMPORT_ROUTE.test(path) ? IMPORT_LIMIT : BODY_LIMIT);

/** Whether the request says itself that its body is larger than the limit. */
export const announcesTooMuch = (request: IncomingMessage, limit: number): boolean =>
  Number(request.headers["content-length"] ?? 0) > limit;

/**
 * Counts a body that does not announce its length (chunked) as it arrives and calls `exceeded`
 * once when it passes the limit; nothing further reaches the handler.
 */
export function countBody(request: IncomingMessage, limit: number, exceeded: () => void): void {
  if (request.headers["content-length"] !== undefined) return;
  let received = 0;
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (received > limit) return false;
    received += chunk instanceof Uint8Array ? chunk.byteLength : 0;
    if (received <= limit) return push(chunk, encoding);
    exceeded();
    return false;
  };
}
