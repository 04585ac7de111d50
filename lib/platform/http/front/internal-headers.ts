import type { IncomingMessage } from "node:http";

/**
 * Headers that mean something between our server, Next and the handlers, and that a client must
 * not be able to say: CVE-2025-29927 skipped all middleware by one of them.
 */
const INTERNAL =
  /^(x-cordon-|x-middleware-|x-invoke-|x-now-|x-next-|x-matched-path$|x-forwarded-|forwarded$|x-real-ip$|x-request-id$|content-security-policy)/;

/** Removes every internal header from a request and sets ours instead. */
export function replaceInternalHeaders(request: IncomingMessage, ours: Record<string, string>): void {
  for (const name of Object.keys(request.headers)) if (INTERNAL.test(name)) delete request.headers[name];
  const raw: string[] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i]!;
    if (!INTERNAL.test(name.toLowerCase())) raw.push(name, request.rawHeaders[i + 1]!);
  }
  for (const [name, value] of Object.entries(ours)) {
    request.headers[name] = value;
    raw.push(name, value);
  }
  request.rawHeaders = raw;
}
