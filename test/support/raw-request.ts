import { type IncomingHttpHeaders, request } from "node:http";

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string };

/**
 * Sends a request exactly as it is given: any method and header, a body with or without a length.
 * The answer counts even when the server hangs up on the rest of the body.
 */
export function rawRequest(
  url: string,
  options: {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: Uint8Array | string;
    chunked?: boolean;
  } = {},
): Promise<RawAnswer> {
  const { method = "GET", path, headers = {}, body, chunked = false } = options;
  return new Promise((done, fail) => {
    const target = new URL(url);
    const sent = request(
      {
        host: target.hostname,
        port: target.port,
        method,
        path: path ?? `${target.pathname}${target.search}`,
        headers: {
          ...headers,
          ...(body !== undefined && !chunked && { "content-length": String(Buffer.byteLength(body)) }),
          ...(chunked && { "transfer-encoding": "chunked" }),
        },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        const finish = () =>
          done({
            status: response.statusCode!,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          });
        response
          .on("data", (chunk) => chunks.push(chunk))
          .on("end", finish)
          .on("error", finish);
      },
    );
    sent.on("error", fail);
    sent.end(body);
  });
}
