/**
 * Every way a request can be refused, with its HTTP status (RFC 9110) and the title of its
 * problem document (RFC 9457). The `type` of the document is `urn:cordon:problem:<code>`.
 */
export const PROBLEMS = {
  "invalid-input": { status: 422, title: "Some of what was sent cannot be accepted" },
  "malformed-body": { status: 400, title: "The body could not be read" },
  unauthenticated: { status: 401, title: "Sign in or send a token" },
  "reauthentication-required": {
    status: 403,
    title: "This needs a person who has just entered their password",
  },
  forbidden: { status: 403, title: "Your role does not allow this" },
  "not-found": { status: 404, title: "There is nothing here that you can see" },
  "method-not-allowed": { status: 405, title: "This address does not take this method" },
  conflict: { status: 409, title: "Somebody changed this first" },
  "not-in-this-state": { status: 409, title: "This is not possible in the present state" },
  "too-large": { status: 413, title: "This is larger than is accepted" },
  "unsupported-media-type": { status: 415, title: "This media type is not accepted" },
  "rate-limited": { status: 429, title: "Too many requests" },
  unavailable: { status: 503, title: "The database is not reachable; nothing was changed, try again" },
  busy: { status: 503, title: "Too much is being made at once; try again" },
  "no-space": { status: 507, title: "There is no space left" },
  "not-made": { status: 500, title: "The document could not be made" },
  internal: { status: 500, title: "Something went wrong on our side" },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** One thing that is wrong with the input: `pointer` is an RFC 6901 pointer into the body. */
export type FieldProblem = { pointer: string; message: string };

/** What a refused request says: `detail` is for the person, `fields` for the form, `extra` for the client. */
export type Problem = {
  code: ProblemCode;
  detail: string;
  fields?: FieldProblem[];
  extra?: Record<string, unknown>;
};

/**
 * An expected refusal carried as an exception through layers that cannot return a Result
 * (a transaction that must roll back). `internal` goes to the log and never to the person.
 */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  constructor(
    readonly problem: Problem,
    readonly internal?: unknown,
  ) {
    super(problem.detail);
  }
}

/** Makes a ProblemError: `throw problem("not-found", "There is no review 7 here.")`. */
export function problem(
  code: ProblemCode,
  detail: string,
  more: { fields?: FieldProblem[]; extra?: Record<string, unknown>; internal?: unknown } = {},
): ProblemError {
  const { internal, ...rest } = more;
  return new ProblemError({ code, detail, ...rest }, internal);
}
