import type { FieldProblem } from "@/lib/kernel/errors";

/** A refusal as the browser gets it (RFC 9457), with what the server adds. */
export type ClientProblem = {
  status: number;
  code: string;
  detail: string;
  fields?: FieldProblem[];
  [extra: string]: unknown;
};

export type Answered<T> = { ok: true; value: T } | { ok: false; problem: ClientProblem };

/**
 * Calls the REST API from the browser with the session's cookie. Never throws: a network failure is
 * a problem like any other, so that a cell can offer to try again. A FormData is sent as a form, all else as JSON.
 */
export async function callApi<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answered<T>> {
  let response: Response;
  // A form says itself how its parts are told apart.
  const isForm = body instanceof FormData;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      signal,
      headers: body === undefined || isForm ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    });
  } catch (error) {
    const aborted = (error as Error).name === "AbortError";
    const detail = aborted
      ? "Cancelled."
      : "Cordon cannot be reached. What you wrote is still here; try again.";
    return { ok: false, problem: { status: 0, code: aborted ? "cancelled" : "unreachable", detail } };
  }
  const text = await response.text();
  const sent = parsed(text);
  if (response.ok) return { ok: true, value: sent as T };
  if (sent && typeof sent === "object" && "detail" in sent) {
    const { type = "", ...rest } = sent as ClientProblem & { type?: string };
    return {
      ok: false,
      problem: { ...rest, status: response.status, code: String(type).split(":").at(-1) ?? "" },
    };
  }
  return {
    ok: false,
    problem: {
      status: response.status,
      code: "unexpected",
      detail: `Cordon answered ${response.status}. Try again.`,
    },
  };
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
