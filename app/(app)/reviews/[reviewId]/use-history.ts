import { useEffect, useState } from "react";
import type { HistoryEvent } from "@/components/entry-point/row-history";
import { callApi } from "@/lib/platform/http/browser";

/**
 * A row's history, read when somebody asks for it and again when the row changes.
 *
 * @param path the row's address below /api/v1
 * @param version the row's newest version: another one is worth another read
 */
export function useHistory(path: string, version: string | number) {
  const [isOpen, setOpen] = useState(false);
  const [read, setRead] = useState<{ events?: HistoryEvent[]; error?: string }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version is what asks for another read.
  useEffect(() => {
    if (!isOpen) return;
    const ended = new AbortController();
    void callApi<{ items: HistoryEvent[] }>("GET", `${path}/events`, undefined, ended.signal).then(
      (answer) => {
        if (ended.signal.aborted) return;
        setRead(answer.ok ? { events: answer.value.items } : { error: answer.problem.detail });
      },
    );
    return () => ended.abort();
  }, [isOpen, path, version]);
  return { isOpen, open: () => setOpen(true), ...read };
}
