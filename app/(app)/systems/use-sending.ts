"use client";
import { useCallback, useState } from "react";
import type { FieldErrors } from "@/components/review/system-form";
import { type ClientProblem, callApi } from "@/lib/platform/http/browser";

/** A form's call of the API: whether it runs, and what was refused, as a whole and by field. */
export function useSending<T>(): {
  busy: boolean;
  error: string | null;
  fields: FieldErrors;
  problem: ClientProblem | null;
  reset: () => void;
  send: (method: string, path: string, body?: unknown) => Promise<T | null>;
} {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ClientProblem | null>(null);
  const send = useCallback(async (method: string, path: string, body?: unknown) => {
    setBusy(true);
    setProblem(null);
    const answer = await callApi<T>(method, path, body);
    setBusy(false);
    if (answer.ok) return answer.value ?? ({} as T);
    setProblem(answer.problem);
    return null;
  }, []);
  const fields: FieldErrors = Object.fromEntries(
    (problem?.fields ?? []).map(({ pointer, message }) => [pointer.split("/")[1] ?? "", message]),
  );
  const isSaidAtFields = Object.keys(fields).length > 0;
  return {
    busy,
    error: problem && !isSaidAtFields ? problem.detail : null,
    fields,
    problem,
    reset: useCallback(() => setProblem(null), []),
    send,
  };
}
