"use client";
import { type ReactNode, useCallback, useState } from "react";
import { DecideDialog, type DecisionWords } from "@/components/authority/decide-dialog";
import type { Deciding } from "@/components/authority/decide-target";
import { counted } from "@/components/ui/count";
import { notify, notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import { decisionVersion } from "@/lib/review/authority/decide-body";
import type { AuthorityJustification } from "@/lib/review/authority/page";
import { DECISIONS, type Decision } from "@/lib/review/vocabulary";

type Decided = {
  seq: number | null;
  decided: number[];
  changed: { number: number; author: { name: string } | null }[];
  skipped: number;
  justification: { number: number } | null;
};

const ASKING: readonly Decision[] = ["needed", "layer", "baseline"];
type Asking = Extract<Decision, "needed" | "layer" | "baseline">;

/**
 * Deciding capabilities: asks what a decision needs to say, sends it, and tells what came of it. What
 * somebody else decided meanwhile is named and left alone.
 */
export function useDecide({
  reviewId,
  seen,
  justifications,
  hintOf,
  onDone,
}: {
  reviewId: string;
  /** The seq up to which this browser has seen groups. */
  seen: number;
  justifications: readonly AuthorityJustification[];
  hintOf?: (deciding: Deciding) => { purpose: string; limiter: string } | null;
  onDone: (decided: Decided) => void;
}): { decide: (deciding: Deciding, decision: Decision | "unset") => void; dialog: ReactNode; busy: boolean } {
  const [asked, setAsked] = useState<{ deciding: Deciding; decision: Asking } | null>(null);
  const [busy, setBusy] = useState(false);

  const send = useCallback(
    async ({ target }: Deciding, decision: Decision | null, words: DecisionWords = {}) => {
      setBusy(true);
      const answer = await callApi<Decided>("POST", `/reviews/${reviewId}/capabilities/decide`, {
        target: sent(target, seen),
        decision,
        ...words,
      });
      setBusy(false);
      if (!answer.ok) return notifyError(answer.problem.detail);
      setAsked(null);
      tell(answer.value, decision);
      onDone(answer.value);
    },
    [reviewId, seen, onDone],
  );
  const decide = useCallback(
    (deciding: Deciding, decision: Decision | "unset") => {
      if (decision !== "unset" && ASKING.includes(decision))
        setAsked({ deciding, decision: decision as Asking });
      else void send(deciding, decision === "unset" ? null : decision);
    },
    [send],
  );
  const dialog = asked ? (
    <DecideDialog
      deciding={asked.deciding}
      decision={asked.decision}
      justifications={justifications}
      hint={hintOf?.(asked.deciding) ?? null}
      busy={busy}
      onDecide={(words) => void send(asked.deciding, asked.decision, words)}
      onClose={() => setAsked(null)}
    />
  ) : null;
  return { decide, dialog, busy };
}

function sent(target: Deciding["target"], seen: number): unknown {
  switch (target.kind) {
    case "rows":
      return { rows: target.rows.map(({ id, versions }) => ({ id, version: decisionVersion(versions) })) };
    case "place":
      return { place: { executorId: target.executorId, key: target.key }, seen };
    case "executor":
      return { executorId: target.executorId, seen };
    default:
      return { alike: target.id, seen };
  }
}

function tell({ decided, changed, skipped, justification }: Decided, decision: Decision | null): void {
  const what = decision === null ? "Decision taken back" : DECISIONS[decision].label;
  const rows = counted(decided.length, "capability", "capabilities");
  const under = justification ? `, covered by J${justification.number}` : "";
  const others = changed
    .map(({ number, author }) => `C${number}${author ? ` (${author.name})` : ""}`)
    .join(", ");
  const description = [
    changed.length > 0 ? `Decided by somebody else meanwhile and left as it is: ${others}.` : "",
    skipped > 0 ? `${counted(skipped, "row")} left out: this decision does not fit.` : "",
  ]
    .filter(Boolean)
    .join(" ");
  if (decided.length === 0 && !description) {
    notify("It says that already.");
    return;
  }
  notify(
    decided.length > 0 ? `${what}: ${rows}${under}.` : "Nothing was decided.",
    description ? { description } : undefined,
  );
}
