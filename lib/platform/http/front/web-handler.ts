import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream as NodeStream } from "node:stream/web";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** Answers a request as Node's server hands it over. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers a request of the Fetch standard. */
export type WebHandler = (request: Request) => Promise<Response>;

const gzipped = promisify(gzip);
const BODILESS = new Set(["GET", "HEAD"]);

/** What fits into one packet is not worth compressing, in bytes. */
const COMPRESSED_FROM = 1_400;
const COMPRESSIBLE = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b)/;

/**
 * Lets a handler of the Fetch standard answer Node's requests. The handler's signal is aborted when
 * the client goes away before it has its answer. An answer that says its `content-length` is passed
 * on as it comes; every other one is in memory already and leaves compressed where that is worth it.
 *
 * @param origin where the browser sees this server, such as `https://cordon.example.com`
 */
export function nodeHandler(handle: WebHandler, origin: string): NodeHandler {
  return async (request, response) => {
    const gone = new AbortController();
    response.once("close", () => response.writableFinished || gone.abort());
    const answer = await handle(webRequest(request, origin, gone.signal));
    // Too large a body was refused while it arrived, or nobody is there to read.
    if (response.headersSent || response.destroyed) return void (await answer.body?.cancel());
    await send(answer, request, response);
    // What the handler did not want to read stands before the connection's next request.
    request.resume();
  };
}

function webRequest(request: IncomingMessage, origin: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    headers.append(request.rawHeaders[at]!, request.rawHeaders[at + 1]!);
  const method = request.method ?? "GET";
  const url = `${origin}${request.url}`;
  if (BODILESS.has(method)) return new Request(url, { method, headers, signal });
  // Nothing is read before the handler asks, and a handler that stops asking can still answer.
  const chunks = request.iterator({ destroyOnReturn: false });
  const init = { method, headers, signal, body: NodeStream.from(chunks), duplex: "half" };
  return new Request(url, init as RequestInit);
}

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers)
    if (name === "set-cookie") response.appendHeader(name, value);
    else response.setHeader(name, value);
  const { body } = answer;
  if (!body) return void response.end();
  if (answer.headers.has("content-length")) {
    if (request.method === "HEAD") {
      response.end();
      return body.cancel();
    }
    return pipeline(Readable.fromWeb(body as NodeStream), response).catch((error: unknown) => {
      if (!request.destroyed) throw error;
    });
  }
  const bytes = await encoded(Buffer.from(await answer.arrayBuffer()), request, response);
  response.setHeader("content-length", bytes.byteLength);
  response.end(request.method === "HEAD" ? undefined : bytes);
}

/** The bytes as they leave: compressed where the client takes that and it is worth it. */
async function encoded(bytes: Buffer, request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
  if (!COMPRESSIBLE.test(String(response.getHeader("content-type") ?? ""))) return bytes;
  response.appendHeader("vary", "accept-encoding");
  if (bytes.byteLength < COMPRESSED_FROM || !takesGzip(request)) return bytes;
  response.setHeader("content-encoding", "gzip");
  return gzipped(bytes);
}

/** Whether `gzip` is among what the client takes, and not with weight 0 (RFC 9110, section 12.5.3). */
function takesGzip(request: IncomingMessage): boolean {
  const said = String(request.headers["accept-encoding"] ?? "");
  return said.split(",").some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
