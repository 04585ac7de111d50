import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { newId } from "@/lib/kernel/ids";
import type { ServerEnv } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { answerJson, answerProblem } from "./answer";
import { announcesTooMuch, bodyLimit, countBody } from "./body-limit";
import { isForeignWrite } from "./cross-origin";
import { isDatabaseReachable } from "./health";
import { replaceInternalHeaders } from "./internal-headers";
import { type Peer, peerOf, trustedProxies } from "./peer";
import { contentSecurityPolicy, newNonce, securityHeaders } from "./security-headers";
import type { NodeHandler } from "./web-handler";

/** Who answers what the front lets through: the API everything below /api/v1, Next the rest. */
type Behind = { api: NodeHandler; pages: NodeHandler };

const API = /^\/api\/v1(\/|$)/;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Names of this machine, for which the browser keeps cookies apart although they are one place. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * What happens to a request before the API or Next sees it: its address is established, forged headers go,
 * its body is bounded, a write made by another site is refused, and the answer gets its security
 * headers. `isUrlGuessed`: nobody configured CORDON_URL.
 */
export function frontOf(env: ServerEnv, isUrlGuessed: boolean, behind: Behind): RequestListener {
  const trusted = trustedProxies(env.trustedProxies);
  const own = new URL(env.url);
  const isHttps = own.protocol === "https:";
  const fixedHeaders = securityHeaders(isHttps);

  return (request, response) => {
    const peer = peerOf(request, trusted);
    const id = requestIdOf(request, peer);
    const path = pathOf(request);
    response.setHeader("x-request-id", id);
    for (const [name, value] of Object.entries(fixedHeaders)) response.setHeader(name, value);
    if (path === null || !METHODS.has(request.method ?? ""))
      return answerProblem(
        response,
        { code: "malformed-body", detail: "This is no address or method that is answered here." },
        id,
      );
    const limit = bodyLimit(path);
    const refuseSize = () =>
      answerProblem(response, { code: "too-large", detail: `The body is larger than ${limit} bytes.` }, id);
    if (announcesTooMuch(request, limit)) return refuseSize();
    countBody(request, response, limit, refuseSize);
    if (path === "/api/health") return void answerHealth(response);
    if (isUrlGuessed && isNavigationElsewhere(request, own.host)) {
      response.writeHead(307, { location: `${own.origin}${request.url}` }).end();
      return;
    }
    if (isForeignWrite(request, originsOf(own, peer, isUrlGuessed)))
      return answerProblem(
        response,
        {
          code: "forbidden",
          detail: "This request comes from another site; open Cordon itself and try again.",
        },
        id,
      );
    const policy = contentSecurityPolicy(newNonce(), isHttps);
    replaceInternalHeaders(request, {
      "x-request-id": id,
      "x-cordon-address": peer.address,
      // Next does not tell a page its own address, and the sign-in has to lead back to it.
      "x-cordon-path": request.url ?? path,
      "x-forwarded-for": peer.address,
      "x-forwarded-host": isUrlGuessed ? peer.host : own.host,
      "x-forwarded-proto": isUrlGuessed ? peer.protocol : own.protocol.slice(0, -1),
      "content-security-policy": policy,
    });
    response.setHeader("content-security-policy", policy);
    const handle = API.test(path) ? behind.api : behind.pages;
    handle(request, response).catch((error: unknown) => {
      log.error({ err: error, requestId: id, path }, "a request failed outside of its handler");
      answerProblem(
        response,
        { code: "internal", detail: `Something went wrong on our side. Request ${id}.` },
        id,
      );
    });
  };
}

/** A proxy's own request id is kept, so that its log and ours can be read together. */
function requestIdOf(request: IncomingMessage, peer: Peer): string {
  const given = String(request.headers["x-request-id"] ?? "");
  return peer.isBehindProxy && /^[\w-]{8,64}$/.test(given) ? given : newId();
}

/** A segment that a URL leaves out or goes up by, however it is written. */
const DOTS = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/**
 * The path of a request in origin form; null for anything else that HTTP allows there, for escapes that
 * are no UTF-8, which Next answers with 500, and for dot segments, which a proxy in front may read as
 * another path than we do.
 */
function pathOf(request: IncomingMessage): string | null {
  const target = request.url ?? "";
  if (!target.startsWith("/") || target.startsWith("//") || target.includes("\\")) return null;
  const path = target.split("?", 1)[0]!;
  if (DOTS.test(path)) return null;
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return null;
  }
}

async function answerHealth(response: ServerResponse): Promise<void> {
  const isReachable = await isDatabaseReachable();
  answerJson(response, isReachable ? 200 : 503, {
    status: isReachable ? "ok" : "unavailable",
    database: isReachable ? "reachable" : "unreachable",
  });
}

/** localhost and 127.0.0.1 are one place with two cookie jars; sign-in would go round in circles. */
function isNavigationElsewhere(request: IncomingMessage, host: string): boolean {
  const asked = request.headers.host ?? "";
  if (request.method !== "GET" || request.headers["sec-fetch-mode"] !== "navigate") return false;
  return asked !== host && LOOPBACK.test(asked) && LOOPBACK.test(host);
}

function originsOf(own: URL, peer: Peer, isUrlGuessed: boolean): string[] {
  return isUrlGuessed ? [own.origin, `${peer.protocol}://${peer.host}`] : [own.origin];
}
