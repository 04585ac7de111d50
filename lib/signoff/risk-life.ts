import type { RiskState } from "@/lib/review/vocabulary";

/** What can happen to a residual risk besides that somebody writes in it. */
export type RiskCommand = "propose" | "accept" | "reject" | "expire" | "revoke" | "supersede";

/**
 * The life of a residual risk: draft → proposed → accepted | rejected; accepted → expired | revoked |
 * superseded. A reviewer proposes, approvers decide, time and facts end. One that was superseded
 * stays so: a later revision was approved without it.
 */
const LIFE: Record<RiskCommand, { from: readonly RiskState[]; to: RiskState }> = {
  propose: { from: ["draft", "rejected", "expired", "revoked"], to: "proposed" },
  accept: { from: ["proposed"], to: "accepted" },
  reject: { from: ["proposed"], to: "rejected" },
  expire: { from: ["accepted"], to: "expired" },
  revoke: { from: ["accepted"], to: "revoked" },
  supersede: { from: ["accepted"], to: "superseded" },
};

/** The state after a command; null when the risk is in no state for it. */
export const afterCommand = (command: RiskCommand, state: RiskState): RiskState | null =>
  LIFE[command].from.includes(state) ? LIFE[command].to : null;

/**
 * The state after somebody wrote in a risk, or extended it. What was decided about was another text,
 * so it has to be decided again; a draft stays with who writes it, and what was revoked
 * comes back by being proposed on purpose only.
 */
export const afterEdit = (state: RiskState): RiskState =>
  state === "accepted" || state === "expired" || state === "rejected" ? "proposed" : state;

/** Whether a risk is part of what is submitted and decided; only such a risk covers anything. */
export const takesPart = (state: RiskState): boolean => state === "proposed" || state === "accepted";

/** Why a command is impossible, in words: "R4 is a draft." */
export const inState = (number: number, state: RiskState): string =>
  `R${number} ${state === "draft" ? "is a draft" : state === "proposed" ? "is proposed and waits for its decision" : state === "expired" ? "has expired" : state === "accepted" || state === "rejected" ? `is ${state} already` : `was ${state}`}.`;
