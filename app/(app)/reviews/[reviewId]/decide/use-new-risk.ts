"use client";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { FindingItem } from "@/lib/review/finding-list";
import type { Created } from "@/lib/review/server/create-row";
import { EMPTY_RISK, type RiskDraft, riskCells, riskErrors, riskFromFinding } from "@/lib/signoff/new-risk";
import type { Decide } from "./use-decide";

const todayInUtc = () => new Date().toISOString().slice(0, 10);
/** In the address: a risk that is begun from nothing. */
const BLANK = "new";

/**
 * The risk that is being written. The address says that it is (`risk=new`, `risk=F9` for one begun
 * from a finding), so that other pages can lead here; what was written stays until it is stored.
 */
export function useNewRisk({ reviewId, uncovered, begunFrom, readAgain }: Decide) {
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
  // An address that names a finding was opened: by a link from elsewhere.
  if (begun !== null && begun !== from) {
    const finding = [begunFrom, ...uncovered].find((item) => item && `F${item.number}` === begun);
    setDraft(finding ? riskFromFinding(finding) : EMPTY_RISK);
    setFrom(begun);
  }

  const submit = async () => {
    const wrong = riskErrors(draft, todayInUtc());
    setErrors(wrong);
    setError(null);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const answer = await callApi<Created>("POST", `/reviews/${reviewId}/risks`, { cells: riskCells(draft) });
    setBusy(false);
    if (!answer.ok) return setError(answer.problem.detail);
    setDraft(EMPTY_RISK);
    setFrom(null);
    void setBegun(null);
    notify(`R${answer.value.number} ${draft.title.trim()} proposed`);
    readAgain();
  };

  return {
    open: begun !== null,
    draft,
    errors,
    error,
    busy,
    today: todayInUtc(),
    begin: () => begin(BLANK, EMPTY_RISK),
    fromFinding,
    onDraft: (patch: Partial<RiskDraft>) => setDraft((now) => ({ ...now, ...patch })),
    onOpenChange: (open: boolean) => {
      if (!open) void setBegun(null);
    },
    onSubmit: () => void submit(),
  };
}
