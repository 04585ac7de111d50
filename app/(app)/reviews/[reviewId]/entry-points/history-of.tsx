"use client";
import { RowHistory } from "@/components/entry-point/row-history";
import { Button } from "@/components/ui/button";
import type { NameOf } from "@/lib/review/row-cells";
import { useHistory } from "../use-history";

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
  const { isOpen, open, events, error } = useHistory(path, version);
  if (!isOpen)
    return (
      <Button size="small" onClick={open}>
        Show history
      </Button>
    );
  return <RowHistory entity={entity} events={events} error={error} nameOf={nameOf} />;
}
