import type { IncomingMessage } from "node:http";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request could have been made by another site in a signed-in person's browser. Only
 * requests that write and carry cookies are in question: a token in a header no other site has.
 * Browsers say where a request comes from in Sec-Fetch-Site, older ones in Origin; one of them is
 * required, and a sibling domain ("same-site") is another site.
 */
export function isForeignWrite(request: IncomingMessage, ownOrigins: string[]): boolean {
  if (SAFE.has(request.method ?? "") || !request.headers.cookie) return false;
  const origin = request.headers.origin;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  return origin === undefined || !ownOrigins.includes(origin);
}
