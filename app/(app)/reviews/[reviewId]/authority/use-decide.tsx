"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { DecideDialog, type DecisionWords } from "@/components/authority/decide-dialog";
import { decideQuestion } from "@/components/authority/decide-question";
import type { Deciding } from "@/components/authority/decide-target";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { counted } from "@/components/ui/count";
import { notify, notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import { decisionVersion } from "@/lib/review/authority/decide-body";
import type { AuthorityJustification } from "@/lib/review/authority/page";
import { DECISIONS, type Decision } from "@/lib/review/vocabulary";
import { newRiskHref } from "@/lib/signoff/new-risk";
import { type Decided, takeBack } from "./take-back";

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
}): {
  decide: (deciding: Deciding, decision: Decision | "unset") => void;
  /** The same by one key: asks first when it would decide more than one row. */
  decideByKey: (deciding: Deciding, decision: Decision | "unset") => void;
  /** Takes back the last decision made on this page; false when there is none. */
  takeLastBack: () => boolean;
  dialog: ReactNode;
  busy: boolean;
} {
  const [asked, setAsked] = useState<{ deciding: Deciding; decision: Asking } | null>(null);
  const [confirming, setConfirming] = useState<{ deciding: Deciding; decision: Decision | "unset" } | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  const made = useRef<Decided[]>([]);
  const router = useRouter();

  const undo = useCallback(
    async (seq: number | null) => {
      const decided = made.current.find((one) => one.seq === seq);
      if (!decided) return;
      made.current = made.current.filter((one) => one !== decided);
      const answer = await takeBack(reviewId, decided);
      if (typeof answer === "string") {
        made.current = [...made.current, decided];
        return notifyError(answer);
      }
      tell(answer, null);
      onDone(answer);
    },
    [reviewId, onDone],
  );
  const send = useCallback(
    async ({ target }: Deciding, decision: Decision | null, words: DecisionWords = {}) => {
      setBusy(true);
      const answer = await callApi<Decided>("POST", `/reviews/${reviewId}/capabilities/decide`, {
        target: sent(target, seen),
        decision,
        ...words,
      });
      setBusy(false);
      setConfirming(null);
      if (!answer.ok) return notifyError(answer.problem.detail);
      setAsked(null);
      const decided = answer.value;
      const canUndo = decision !== null && decided.decided.length > 0;
      made.current = withoutRows(made.current, decided.decided);
      if (canUndo) made.current = [...made.current, decided];
      const labels = decided.decided.map((number) => `C${number}`);
      // What is accepted is taken on by somebody until a date: the risk that says so is one press away.
      const riskHref = decision === "accept" && labels.length > 0 ? newRiskHref(reviewId, labels) : null;
      tell(decided, decision, {
        onTakeBack: canUndo ? () => void undo(decided.seq) : undefined,
        onRisk: riskHref ? () => router.push(riskHref) : undefined,
      });
      onDone(decided);
    },
    [reviewId, seen, onDone, undo, router],
  );
  const decide = useCallback(
    (deciding: Deciding, decision: Decision | "unset") => {
      if (decision !== "unset" && ASKING.includes(decision))
        setAsked({ deciding, decision: decision as Asking });
      else void send(deciding, decision === "unset" ? null : decision);
    },
    [send],
  );
  const decideByKey = (deciding: Deciding, decision: Decision | "unset") => {
    // Those that ask for words are a question already.
    const asksAnyway = decision !== "unset" && ASKING.includes(decision);
    if (deciding.count > 1 && !asksAnyway) setConfirming({ deciding, decision });
    else decide(deciding, decision);
  };
  const takeLastBack = () => {
    const last = made.current.at(-1);
    if (last) void undo(last.seq);
    return last !== undefined;
  };
  const question = confirming ? decideQuestion(confirming.deciding, confirming.decision) : null;
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
  ) : confirming && question ? (
    <AlertDialog
      open
      enterConfirms
      title={question.title}
      confirm={question.confirm}
      busy={busy}
      onConfirm={() => decide(confirming.deciding, confirming.decision)}
      onOpenChange={(open) => !open && setConfirming(null)}
    >
      {confirming.deciding.label}. It can be taken back.
    </AlertDialog>
  ) : null;
  return { decide, decideByKey, takeLastBack, dialog, busy };
}

/** What can still be taken back once rows are decided anew. */
const withoutRows = (made: readonly Decided[], numbers: readonly number[]): Decided[] =>
  made
    .map((one) => ({ ...one, decided: one.decided.filter((number) => !numbers.includes(number)) }))
    .filter(({ decided }) => decided.length > 0);

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

function tell(
  { decided, changed, skipped, justification }: Decided,
  decision: Decision | null,
  { onTakeBack, onRisk }: { onTakeBack?: () => void; onRisk?: () => void } = {},
): void {
  const what = decision === null ? "Decision taken back" : DECISIONS[decision].label;
  const rows = counted(decided.length, "capability", "capabilities");
  const under = justification ? `, covered by J${justification.number}` : "";
  const others = changed
    .map(({ number, author }) => `C${number}${author ? ` (${author.name})` : ""}`)
    .join(", ");
  const description = [
    changed.length > 0 ? `Decided by somebody else meanwhile and left as it is: ${others}.` : "",
    skipped > 0 ? `${counted(skipped, "row")} left out: this decision does not fit.` : "",
    decided.length > 0 && (decision === "remove" || decision === "fix")
      ? "The patch of each is in its inspector: Enter on its line."
      : "",
  ]
    .filter(Boolean)
    .join(" ");
  if (decided.length === 0 && !description) {
    notify("It says that already.");
    return;
  }
  notify(decided.length > 0 ? `${what}: ${rows}${under}.` : "Nothing was decided.", {
    ...(description ? { description } : {}),
    ...actionsOf(onTakeBack, onRisk),
  });
}

function actionsOf(onTakeBack?: () => void, onRisk?: () => void) {
  const takeBack = onTakeBack && { label: "Take back", onClick: onTakeBack };
  const risk = onRisk && { label: "Write the residual risk…", onClick: onRisk };
  if (risk) return { action: risk, ...(takeBack && { also: takeBack }) };
  return takeBack ? { action: takeBack } : {};
}
