"use client";
import { useState } from "react";
import type { SignErrors } from "@/components/signoff/sign-dialog";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { Decide } from "./use-decide";

type Kept = { revision: number; words: string };

/**
 * Approving and rejecting. The words belong to the revision that was read: when it is gone, they are
 * kept to be copied and never sent about another one.
 */
export function useDeciding({ reviewId, waiting, readAgain }: Decide) {
  const [decision, setDecision] = useState<"approve" | "reject" | null>(null);
  const [words, setWords] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<SignErrors>({});
  const [busy, setBusy] = useState(false);
  const [read, setRead] = useState(waiting);
  const [kept, setKept] = useState<Kept | null>(null);
  if (read?.id !== waiting?.id && !busy) {
    if (read && words.trim() !== "") setKept({ revision: read.frozen.revision, words });
    setRead(waiting);
    setWords("");
    setPassword("");
    setErrors({});
    setDecision(null);
  }

  const sign = async () => {
    if (!read || !decision) return;
    const missing: SignErrors = {};
    if (words.trim() === "") missing.words = "Say it in words: they are kept with the decision.";
    if (password === "") missing.password = "Enter your password.";
    setErrors(missing);
    if (missing.words || missing.password) return;
    setBusy(true);
    const proved = await callApi("POST", "/session/reauthenticate", { password });
    if (!proved.ok) {
      const atPassword = proved.problem.fields?.find(({ pointer }) => pointer === "/password")?.message;
      setErrors(atPassword ? { password: atPassword } : { whole: proved.problem.detail });
      setPassword("");
      return setBusy(false);
    }
    const answer = await callApi("POST", `/reviews/${reviewId}/revisions/${read.id}/sign-offs`, {
      decision,
      words: words.trim(),
      digest: read.digest,
    });
    setPassword("");
    if (answer.ok) {
      setWords("");
      setDecision(null);
      const done = decision === "approve" ? "approved" : "rejected";
      notify(`Revision ${read.frozen.revision} ${done}`);
    } else {
      setErrors({ whole: `${answer.problem.detail} Your words are still here.` });
    }
    setBusy(false);
    if (answer.ok) readAgain();
  };

  return {
    decision,
    words,
    password,
    errors,
    busy,
    kept,
    forgetKept: () => setKept(null),
    open: (next: "approve" | "reject") => {
      setErrors({});
      setDecision(next);
    },
    close: () => {
      setDecision(null);
      setPassword("");
      // What was refused may have been refused because of something new.
      if (errors.whole) readAgain();
    },
    setWords,
    setPassword,
    sign: () => void sign(),
  };
}
