import type { z } from "zod";
import type { Actor, RequestFacts } from "@/lib/identity/actor";
import type { Action } from "@/lib/identity/policy";

/** The bound on a body where a route names none, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

/** What a route's handler gets: everything is checked by its schemas already. */
export type Call<P, Q, B> = {
  actor: Actor;
  params: P;
  query: Q;
  body: B;
  request: Request;
  facts: RequestFacts;
};

/** What a handler may answer when it is more than a body: status, headers, or bytes. */
export type Reply<R> = { body: R; status?: number; headers?: Record<string, string> };

type Parts<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path below /api/v1, with parameters in braces: `/reviews/{id}`. */
  path: string;
  summary: string;
  /** The tag under which it stands in the OpenAPI document. */
  tag: string;
  /**
   * The action of the policy table that it needs at least, checked before the body is read; `open`
   * is for the closed list of FOUNDATIONS.md. The use case authorises the loaded row again.
   */
  needs: Action | "open";
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  /** What the OpenAPI document says of the body, where the use case checks more than `body` does. */
  bodyShape?: z.ZodType;
  /** What the OpenAPI document says of bodies that are no JSON: a JSON schema by media type. */
  otherBodies?: Record<string, object>;
  /** What the OpenAPI document says of the answer, where it is said more exactly than in `response`. */
  responseShape?: z.ZodType;
  /** The bound on the body, in bytes. */
  bodyLimit?: number;
  /** Reads a body that may be more than JSON; what it gives is checked by `body`. */
  readBody?: (request: Request, limit: number) => Promise<unknown>;
  /** Requests a minute for one caller; 600 where none is said. */
  perMinute?: number;
  /** The media type of an answer that is no JSON; the handler answers with a Response. */
  produces?: string;
  /** The status of a success; 200 where none is said. */
  status?: number;
};

/** A route as the router, the OpenAPI document and the table-driven access test see it. */
export type Route = Parts<z.ZodType, z.ZodType, z.ZodType, z.ZodType> & {
  // The parts are checked where the route is defined; here they are only passed through.
  handle: (call: Call<never, never, never>) => Promise<unknown>;
};

/** A handler's answer: the response body, a Reply, or a whole Response. */
type Answer<R extends z.ZodType> = z.input<R> | Reply<z.input<R>> | Response;

/** Defines one route of the API. `reply()` marks an answer with a status or headers of its own. */
export function defineRoute<
  R extends z.ZodType,
  P extends z.ZodType = z.ZodType<Record<string, never>>,
  Q extends z.ZodType = z.ZodType<Record<string, never>>,
  B extends z.ZodType = z.ZodType<undefined>,
>(
  parts: Parts<P, Q, B, R> & {
    handle: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<Answer<R>>;
  },
): Route {
  return parts as unknown as Route;
}

const REPLY = Symbol("reply");

/** An answer with a status or headers of its own (201 with a Location, an ETag). */
export function reply<R>(body: R, more: { status?: number; headers?: Record<string, string> }): Reply<R> {
  return Object.assign({ body, ...more }, { [REPLY]: true });
}

/** Whether a handler's answer was made by `reply`. */
export const isReply = (answer: unknown): answer is Reply<unknown> =>
  typeof answer === "object" && answer !== null && REPLY in answer;
