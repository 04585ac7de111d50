"use client";
import { useState } from "react";
import { useSigning } from "@/app/(app)/use-signing";
import type { Renewal } from "@/components/signoff/renew-dialog";
import { notify, notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { ResidualRisk } from "@/lib/review/content";
import { afterEdit } from "@/lib/signoff/risk-life";
import type { Decide } from "./use-decide";

/** What is done with a residual risk as a whole: proposing, extending and revising, revoking. */
export function useRiskActs({ reviewId, readAgain }: Decide) {
  const [renewing, setRenewing] = useState<ResidualRisk | null>(null);
  const [revoking, setRevoking] = useState<ResidualRisk | null>(null);
  const [written, setWritten] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { signing, sign, forget } = useSigning();
  const path = (risk: ResidualRisk) => `/reviews/${reviewId}/risks/${risk.id}`;

  const propose = async (risk: ResidualRisk) => {
    setBusy(true);
    const answer = await callApi("POST", `${path(risk)}/proposal`);
    setBusy(false);
    if (!answer.ok)
      return notifyError(`R${risk.number} was not proposed`, { description: answer.problem.detail });
    notify(`R${risk.number} ${risk.title} proposed`);
    readAgain();
  };

  const renew = async (risk: ResidualRisk, { expiresAt, rationale }: Renewal) => {
    setBusy(true);
    setError(null);
    const cells = {
      ...(expiresAt !== risk.expiresAt && { expiresAt: saved(risk, "expiresAt", expiresAt) }),
      ...(rationale !== (risk.rationale ?? "") && { rationale: saved(risk, "rationale", rationale) }),
    };
    const isEdited = Object.keys(cells).length > 0;
    const edited = isEdited ? await callApi("PATCH", path(risk), { cells }) : null;
    // Writing in it has proposed it already, unless it was revoked.
    const isProposed = isEdited && afterEdit(risk.state) === "proposed";
    const answer =
      edited && (!edited.ok || isProposed) ? edited : await callApi("POST", `${path(risk)}/proposal`);
    setBusy(false);
    if (!answer.ok) return setError(answer.problem.detail);
    setRenewing(null);
    notify(`R${risk.number} ${risk.title} proposed again`);
    readAgain();
  };

  const revoke = async (risk: ResidualRisk) => {
    const isDone = await sign((words) => callApi("POST", `${path(risk)}/revocation`, { words }));
    if (!isDone) return;
    setRevoking(null);
    notify(`R${risk.number} ${risk.title} revoked`);
    readAgain();
  };

  return {
    busy,
    error,
    signing,
    renewing,
    revoking,
    propose: (risk: ResidualRisk) => void propose(risk),
    beginRenewal: (risk: ResidualRisk) => {
      setError(null);
      setRenewing(risk);
    },
    renew: (renewal: Renewal) => void (renewing && renew(renewing, renewal)),
    endRenewal: () => setRenewing(null),
    beginRevocation: (risk: ResidualRisk) => {
      // Words about one risk are never sent about another.
      if (written !== risk.id) signing.setWords("");
      setWritten(risk.id);
      forget();
      setRevoking(risk);
    },
    revoke: () => void (revoking && revoke(revoking)),
    endRevocation: () => {
      setRevoking(null);
      forget();
    },
  };
}

export type RiskActs = ReturnType<typeof useRiskActs>;

const saved = (risk: ResidualRisk, field: string, value: string) => ({
  cell: value === "" ? { state: "unset" } : { state: "value", value },
  version: risk.versions[field] ?? 0,
});
