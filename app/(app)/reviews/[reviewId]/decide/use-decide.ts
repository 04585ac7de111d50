"use client";
import { useRouter } from "next/navigation";
import { startTransition, useCallback, useMemo, useState } from "react";
import type { EventChange } from "@/lib/audit/events";
import type { ResidualRisk } from "@/lib/review/content";
import { applyChanges, mergeRead, readRows } from "@/lib/review/live-rows";
import type { RowLink } from "@/lib/review/row-link";
import type { DecidePage } from "@/lib/signoff/decide-page";
import { useReviewEvents } from "../live-provider";
import { useSettledEvents } from "../use-review-state";

/** The page as this browser knows it: risks are patched by events at once, everything else follows by a new read. */
export function useDecide(data: DecidePage) {
  const router = useRouter();
  const [risks, setRisks] = useState(() => readRows(data.seq, data.risks));
  const [picked, setPicked] = useState<Record<string, RowLink>>({});
  const [read, setRead] = useState(data);
  if (read !== data) {
    setRead(data);
    setRisks(mergeRead(risks, data.seq, data.risks));
  }
  useReviewEvents(({ seq, payload }) =>
    setRisks((now) =>
      applyChanges(now, seq, payload.changes?.filter(({ table }) => table === "risk") ?? [], complete),
    ),
  );
  const readAgain = useCallback(() => startTransition(() => router.refresh()), [router]);
  useSettledEvents(readAgain);
  // What was picked here is known by name before the next read brings it.
  const links = useMemo(() => ({ ...picked, ...data.links }), [picked, data.links]);
  const onPicked = useCallback(
    (link: RowLink) => setPicked((known) => ({ ...known, [link.target]: link })),
    [],
  );
  return { ...data, risks: risks.rows as ResidualRisk[], links, onPicked, readAgain };
}

export type Decide = ReturnType<typeof useDecide>;

const complete = ({ id, number, after }: EventChange): ResidualRisk =>
  ({
    answers: {},
    versions: {},
    archivedAt: null,
    description: null,
    covers: [],
    severity: null,
    treatment: null,
    rationale: null,
    controls: null,
    recommendation: null,
    ownerId: null,
    expiresAt: null,
    state: "proposed",
    ...after,
    id,
    number,
  }) as unknown as ResidualRisk;
