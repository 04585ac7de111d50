"use client";
import { useState } from "react";
import type { SignErrors, Signing } from "@/components/signoff/signed-dialog";
import { type Answered, callApi } from "@/lib/platform/http/browser";

/**
 * A deed that needs words and the password again: proves the password, then sends the deed. The
 * password is forgotten whatever comes of it; the words are kept until the deed is done.
 */
export function useSigning() {
  const [words, setWords] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<SignErrors>({});
  const [busy, setBusy] = useState(false);
  const signing: Signing = { words, setWords, password, setPassword, errors, busy };

  /** @returns whether it was done */
  const sign = async (send: (words: string) => Promise<Answered<unknown>>): Promise<boolean> => {
    const missing: SignErrors = {};
    if (words.trim() === "") missing.words = "Say it in words: they are kept with the decision.";
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
    else if (answer) setErrors({ whole: `${answer.problem.detail} Your words are still here.` });
    return answer?.ok ?? false;
  };
  const forget = () => {
    setPassword("");
    setErrors({});
  };
  return { signing, sign, forget };
}
