import type { Actor } from "@/lib/identity/actor";
import { authorizeEarly } from "@/lib/identity/policy";
import { ProblemError, problem } from "@/lib/kernel/errors";
import { log } from "../log";
import { authenticate, requestFacts } from "./authenticate";
import { BODY_LIMIT, type Call, isReply, type Route } from "./define-route";
import { networkOf } from "./network-of";
import { parseWith, problemOf, problemResponse } from "./problem-response";
import { takeTurn } from "./rate-limit";
import { readJson } from "./read-body";

type Match = { route: Route; params: Record<string, string> };

/** Answers every request below /api/v1 from the routes it is given. */
export function apiHandler(routes: readonly Route[]): (request: Request) => Promise<Response> {
  const find = matcher(routes);
  return async (request) => {
    const facts = requestFacts(request.headers);
    const started = performance.now();
    let status = 500;
    try {
      const path = new URL(request.url).pathname.replace(/^\/api\/v1/, "") || "/";
      // HEAD is GET whose body the server leaves out (RFC 9110, section 9.3.2).
      const found = find(request.method === "HEAD" ? "GET" : request.method, path);
      const response = await answer(found, request, facts);
      status = response.status;
      return response;
    } catch (error) {
      // Nobody reads what is answered to a request that was taken back.
      if (request.signal.aborted && !(error instanceof ProblemError))
        return new Response(null, { status: 499 });
      const refused = problemOf(error, facts.id);
      const response = problemResponse(refused, facts.id, refused.extra?.headers as Record<string, string>);
      status = response.status;
      return response;
    } finally {
      log.debug(
        { requestId: facts.id, method: request.method, status, ms: Math.round(performance.now() - started) },
        "api",
      );
    }
  };
}

async function answer(
  found: Match,
  request: Request,
  facts: Call<never, never, never>["facts"],
): Promise<Response> {
  const { route } = found;
  const actor = route.needs === "open" ? null : await authenticate(request, facts);
  await takeTurn(
    `${route.method} ${route.path}`,
    // Tokens of one member share their turns, else each new token would bring more.
    actor ? `${actor.kind} ${actor.id}` : networkOf(facts.address),
    route.perMinute ?? 600,
  );
  if (actor && route.needs !== "open") authorizeEarly(actor, route.needs);
  const params = route.params ? parseWith(route.params, found.params, "address") : found.params;
  const query = route.query
    ? parseWith(route.query, Object.fromEntries(new URL(request.url).searchParams), "query")
    : {};
  const body = route.body
    ? parseWith(
        route.body,
        await (route.readBody ?? readJson)(request, route.bodyLimit ?? BODY_LIMIT),
        "body",
      )
    : undefined;
  const call = { actor: actor as Actor, params, query, body, request, facts };
  const said = await route.handle(call as unknown as Call<never, never, never>);
  if (said instanceof Response) {
    said.headers.set("x-request-id", facts.id);
    return said;
  }
  const { body: sent, status = route.status ?? 200, headers = {} } = isReply(said) ? said : { body: said };
  const common = { "cache-control": "no-store", "x-request-id": facts.id, ...headers };
  if (sent === undefined || status === 204) return new Response(null, { status: 204, headers: common });
  return new Response(JSON.stringify(sent), {
    status,
    headers: { "content-type": "application/json", ...common },
  });
}

/** Finds a route by method and path. Fixed segments win over parameters. */
function matcher(routes: readonly Route[]): (method: string, path: string) => Match {
  const bySize = new Map<number, { route: Route; segments: string[] }[]>();
  for (const route of routes) {
    const segments = segmentsOf(route.path);
    const list = bySize.get(segments.length) ?? [];
    list.push({ route, segments });
    bySize.set(segments.length, list);
  }
  for (const list of bySize.values())
    list.sort((a, b) => parametersIn(a.segments) - parametersIn(b.segments));
  return (method, path) => {
    const given = segmentsOf(path);
    let otherMethods: string[] = [];
    for (const { route, segments } of bySize.get(given.length) ?? []) {
      const params = matched(segments, given);
      if (!params) continue;
      if (route.method === method) return { route, params };
      otherMethods = [...otherMethods, route.method];
    }
    if (otherMethods.length > 0) {
      throw problem("method-not-allowed", `${method} is not possible here; ${otherMethods.join(", ")} is.`, {
        extra: { headers: { allow: withHead(otherMethods).join(", ") } },
      });
    }
    throw problem("not-found", "The API has no such address. /api/v1/openapi.json lists them all.");
  };
}

/** What GET answers, HEAD does (RFC 9110, section 9.3.2). */
const withHead = (methods: string[]): string[] =>
  methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method));

const segmentsOf = (path: string): string[] => path.split("/").filter((segment) => segment !== "");
const isParameter = (segment: string): boolean => segment.startsWith("{");
const parametersIn = (segments: string[]): number => segments.filter(isParameter).length;

function matched(segments: string[], given: string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const value = given[at]!;
    if (isParameter(segment)) {
      const decoded = decodedSegment(value);
      if (decoded === null) return null;
      params[segment.slice(1, -1)] = decoded;
    } else if (segment !== value) return null;
  }
  return params;
}

function decodedSegment(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
