"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Answered, ClientProblem } from "@/lib/platform/http/browser";

/**
 * One form's submission: reads the named inputs, sends them, and sorts a refusal into what belongs
 * to a field and what belongs to the whole form. The first wrong field gets the focus.
 */
export function useSubmit<F extends string, T>({
  fields,
  send,
  done,
}: {
  fields: readonly F[];
  send: (values: Record<F, string>) => Promise<Answered<T>>;
  done: (value: T, form: HTMLFormElement) => void;
}) {
  const [refused, setRefused] = useState<ClientProblem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement | null>(null);
  const errors = fieldErrors(refused, fields);

  useEffect(() => {
    const first = fields.find((field) => fieldErrors(refused, fields)[field]);
    const input = first && form.current?.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
  }, [refused, fields]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const element = event.currentTarget;
    form.current = element;
    const data = new FormData(element);
    const values = Object.fromEntries(fields.map((field) => [field, String(data.get(field) ?? "")]));
    setIsBusy(true);
    const answer = await send(values as Record<F, string>);
    if (answer.ok) {
      setRefused(null);
      done(answer.value, element);
    } else setRefused(answer.problem);
    setIsBusy(false);
  };

  const isAllAtFields = Object.keys(errors).length > 0;
  return { submit, errors, isBusy, problem: isAllAtFields ? null : refused };
}

function fieldErrors<F extends string>(
  problem: ClientProblem | null,
  fields: readonly F[],
): Partial<Record<F, string>> {
  const errors: Partial<Record<F, string>> = {};
  for (const { pointer, message } of problem?.fields ?? []) {
    const field = fields.find((name) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
    if (field) errors[field] ??= message;
  }
  return errors;
}
