import { z } from "zod";
import { type FieldProblem, PROBLEMS, type Problem, ProblemError, problem } from "@/lib/kernel/errors";
import { isDatabaseGone } from "../db/pool";
import { log } from "../log";

/** The body of every refusal (RFC 9457), as the OpenAPI document describes it. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  requestId: z.string(),
  fields: z.array(z.object({ pointer: z.string(), message: z.string() })).optional(),
});

/** Makes the problem document of a refusal. */
export function problemResponse(
  refused: Problem,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  const { status, title } = PROBLEMS[refused.code];
  const { headers: _, ...extra } = refused.extra ?? {};
  const body = {
    type: `urn:cordon:problem:${refused.code}`,
    title,
    status,
    detail: refused.detail,
    requestId,
    ...(refused.fields && { fields: refused.fields }),
    ...extra,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "x-request-id": requestId,
      ...headers,
    },
  });
}

/** Turns whatever was thrown into a refusal; what is no expected refusal is logged and hidden. */
export function problemOf(thrown: unknown, requestId: string): Problem {
  if (thrown instanceof ProblemError) {
    if (thrown.internal) log.warn({ requestId, err: thrown.internal, code: thrown.problem.code }, "refused");
    return thrown.problem;
  }
  if (isDatabaseGone(thrown)) {
    log.error({ requestId, err: thrown }, "database gone");
    return {
      code: "unavailable",
      detail:
        "The database is not reachable at the moment. Try again; what was not saved is still in your browser.",
    };
  }
  log.error({ requestId, err: thrown }, "unexpected error");
  return {
    code: "internal",
    detail: `Something went wrong on our side. Nothing was changed. Request ${requestId}.`,
  };
}

/** Says every way in which an input does not fit its schema, each with its place. */
export function fieldProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    // A union says only that no branch fits; the branch that got furthest says why.
    if (issue.code === "invalid_union" && issue.errors.length > 0) {
      const furthest = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0]!;
      return furthest.map((inner) => at([...issue.path, ...inner.path], inner.message));
    }
    return [at(issue.path, issue.message)];
  });
}

const depth = (issues: { path: PropertyKey[]; code?: string }[]): number =>
  Math.max(
    ...issues.map(
      (issue) => issue.path.length + (issue.code === "custom" || issue.code === "too_big" ? 0.5 : 0),
    ),
  );

function at(path: PropertyKey[], message: string): FieldProblem {
  return {
    pointer: path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
    message,
  };
}

/**
 * Parses with a schema or throws a problem that lists what does not fit.
 *
 * @param place the pointer to the value in the body, where it is only a part of it
 */
export function parseWith<S extends z.ZodType>(
  schema: S,
  value: unknown,
  what: string,
  place = "",
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = fieldProblems(parsed.error).map(({ pointer, message }) => ({
    pointer: `${place}${pointer}`,
    message,
  }));
  const first = fields[0];
  throw problem(
    "invalid-input",
    `The ${what} cannot be accepted: ${first?.message ?? "it does not fit"}${first?.pointer ? ` (at ${first.pointer})` : ""}`,
    { fields },
  );
}
