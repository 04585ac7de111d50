"use client";
import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { type ClientProblem, callApi } from "@/lib/platform/http/browser";
import { FormProblem } from "../../form-problem";

export function SignOut({ isAtOnce }: { isAtOnce: boolean }) {
  const [isBusy, setIsBusy] = useState(isAtOnce);
  const [problem, setProblem] = useState<ClientProblem | null>(null);
  const signOut = useCallback(async () => {
    setIsBusy(true);
    const answer = await callApi("DELETE", "/session");
    // A session that has ended meanwhile is what was wanted.
    if (answer.ok || answer.problem.status === 401) return window.location.replace("/sign-in?ended");
    setProblem(answer.problem);
    setIsBusy(false);
  }, []);
  useEffect(() => {
    if (isAtOnce) void signOut();
  }, [isAtOnce, signOut]);
  return (
    <div className="flex flex-col gap-4">
      <FormProblem problem={problem} />
      <div>
        <Button variant="primary" onClick={signOut} busy={isBusy}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
