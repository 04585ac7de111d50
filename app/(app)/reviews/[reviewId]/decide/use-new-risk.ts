"use client";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { FindingItem } from "@/lib/review/finding-list";
import type { Created } from "@/lib/review/server/create-row";
import { EMPTY_RISK, type RiskDraft, riskCells, riskErrors, riskFromFinding } from "@/lib/signoff/new-risk";
import { BLANK_RISK, beginsRisk } from "@/lib/signoff/unknown-risk";
import type { Decide } from "./use-decide";

const todayInUtc = () => new Date().toISOString().slice(0, 10);

/**
 * The risk that is being written. The address says that it is (`risk=new`, or `risk=C17,E3,F9` for one
 * begun from rows), so that other pages can lead here; what was written stays until it is stored.
 */
export function useNewRisk({ reviewId, uncovered, begun: named, abilities, readAgain }: Decide) {
  const [begun, setBegun] = useQueryState("risk", parseAsString);
  const [draft, setDraft] = useState<RiskDraft>(EMPTY_RISK);
  const [from, setFrom] = useState<string | null>(null);
  const [errors, setErrors] = useState<Partial<Record<keyof RiskDraft, string>>>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const begin = (key: string, start: RiskDraft) => {
    // Opened again for the same thing, it goes on where it was left.
    if (from !== key) {
      setDraft(start);
      setErrors({});
      setError(null);
      setFrom(key);
    }
    void setBegun(key);
  };
  const fromFinding = (finding: FindingItem) => begin(`F${finding.number}`, riskFromFinding(finding));
  // An address that names rows was opened: by a link from elsewhere.
  if (begun !== null && begun !== from && beginsRisk(begun)) {
    const finding = uncovered.find(({ number }) => `F${number}` === begun);
    setDraft(named?.key === begun ? named.draft : finding ? riskFromFinding(finding) : EMPTY_RISK);
    setFrom(begun);
  }

  const store = async (state: "proposed" | "draft") => {
    const wrong = riskErrors(draft, state === "draft" ? "" : todayInUtc());
    setErrors(wrong);
    setError(null);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const answer = await callApi<Created>("POST", `/reviews/${reviewId}/risks`, {
      cells: riskCells(draft),
      state,
    });
    setBusy(false);
    if (!answer.ok) return setError(answer.problem.detail);
    setDraft(EMPTY_RISK);
    setFrom(null);
    void setBegun(null);
    notify(
      `R${answer.value.number} ${draft.title.trim()} ${state === "draft" ? "kept as a draft" : "proposed"}`,
    );
    readAgain();
  };

  return {
    // An address is no permission: who only reads is asked for nothing.
    /** What the address says of it. */
    address: begun,
    open: begun !== null && beginsRisk(begun) && abilities.includes("risk.edit"),
    draft,
    errors,
    error,
    busy,
    left: named && named.key === from ? named.left : null,
    today: todayInUtc(),
    begin: () => begin(BLANK_RISK, EMPTY_RISK),
    fromFinding,
    onDraft: (patch: Partial<RiskDraft>) => setDraft((now) => ({ ...now, ...patch })),
    onOpenChange: (open: boolean) => {
      if (!open) void setBegun(null);
    },
    onSubmit: () => void store("proposed"),
    onKeep: () => void store("draft"),
  };
}
