import type { ServerResponse } from "node:http";
import { PROBLEMS, type Problem } from "@/lib/kernel/errors";

/** Answers with a problem document (RFC 9457) without Next and closes the connection. */
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
    // What the client is still sending is not read.
    connection: "close",
  });
  response.end(body);
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
