"use client";
import { useEffect, useState } from "react";
import { type HistoryEvent, RowHistory } from "@/components/entry-point/row-history";
import { Button } from "@/components/ui/button";
import { callApi } from "@/lib/platform/http/browser";
import type { NameOf } from "@/lib/review/row-cells";

/** A row's history, read when somebody asks for it and again when the row changes. */
export function HistoryOf({
  path,
  entity,
  version,
  nameOf,
}: {
  /** The row's address below /api/v1. */
  path: string;
  entity: "entryPoint" | "executor";
  /** The row's newest version: another one is worth another read. */
  version: number;
  nameOf: NameOf;
}) {
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
  if (!isOpen)
    return (
      <Button size="small" onClick={() => setOpen(true)}>
        Show history
      </Button>
    );
  return <RowHistory entity={entity} events={read.events} error={read.error} nameOf={nameOf} />;
}
