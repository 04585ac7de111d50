"use client";
import { useState } from "react";
import type { SignErrors, Signing } from "@/components/signoff/signed-dialog";
import { type Answered, callApi } from "@/lib/platform/http/browser";

/**
 * A deed that needs the password again, and mostly words: proves the password, then sends the deed.
 * The password is forgotten whatever comes of it; the words are kept until the deed is done.
 *
 * @param asksWords false for a deed that says everything itself, as the terms of a policy do
 */
export function useSigning({ asksWords = true }: { asksWords?: boolean } = {}) {
  const [words, setWords] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<SignErrors>({});
  const [busy, setBusy] = useState(false);
  const signing: Signing = { words, setWords, password, setPassword, errors, busy };

  /** @returns whether it was done */
  const sign = async (send: (words: string) => Promise<Answered<unknown>>): Promise<boolean> => {
    const missing: SignErrors = {};
    if (asksWords && words.trim() === "") missing.words = "Say it in words: they are kept with the decision.";
    if (password === "") missing.password = "Enter your password.";
    setErrors(missing);
    if (missing.words || missing.password) return false;
    setBusy(true);
    const proved = await callApi("POST", "/session/reauthenticate", { password });
    setPassword("");
    const answer = proved.ok ? await send(words.trim()) : null;
    setBusy(false);
    if (!proved.ok) {
      const atPassword = proved.problem.fields?.find(({ pointer }) => pointer === "/password")?.message;
      setErrors(atPassword ? { password: atPassword } : { whole: proved.problem.detail });
    } else if (answer?.ok) setWords("");
    else if (answer) {
      const kept = asksWords ? " Your words are still here." : "";
      setErrors({ whole: `${answer.problem.detail}${kept}` });
    }
    return answer?.ok ?? false;
  };
  const forget = () => {
    setPassword("");
    setErrors({});
  };
  return { signing, sign, forget };
}
