import type { ServerResponse } from "node:http";
import { PROBLEMS, type Problem } from "@/lib/kernel/errors";

/** How long a client that is still sending may take to read why it is refused, in milliseconds. */
const LINGER = 2_000;

/**
 * Answers with a problem document (RFC 9457) without Next and closes the connection. Not at once where
 * the client is still sending: a socket that is closed with unread bytes is reset, and the answer is
 * lost with it.
 */
export function answerProblem(response: ServerResponse, problem: Problem, requestId: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, title } = PROBLEMS[problem.code];
  const body = JSON.stringify({
    type: `urn:cordon:problem:${problem.code}`,
    title,
    status,
    detail: problem.detail,
    requestId,
  });
  response.writeHead(status, {
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    connection: "close",
  });
  response.write(body);
  const { req: request } = response;
  if (request.complete) {
    response.end();
    return;
  }
  const end = () => response.end();
  const timer = setTimeout(end, LINGER).unref();
  request.once("end", end).once("close", () => clearTimeout(timer));
  request.resume();
}

/** Answers with JSON. */
export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  });
  response.end(body);
}
