"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { notify, notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";

/**
 * One action of a page that a button starts: calls the API, says how it went, and reads the page
 * again. `run` answers whether it worked.
 */
export function useAction() {
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const run = async <T>(
    method: string,
    path: string,
    body: unknown,
    done: string | ((value: T) => void),
  ): Promise<boolean> => {
    setIsBusy(true);
    const answer = await callApi<T>(method, path, body);
    setIsBusy(false);
    if (!answer.ok) {
      notifyError(answer.problem.detail);
      // What the page shows may be why it was refused.
      router.refresh();
      return false;
    }
    if (typeof done === "string") notify(done);
    else done(answer.value);
    router.refresh();
    return true;
  };
  return { run, isBusy };
}
