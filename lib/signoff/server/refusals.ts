import type { Actor } from "@/lib/identity/actor";
import { type Action, authorize, type Subject } from "@/lib/identity/policy";
import { ProblemError } from "@/lib/kernel/errors";
import type { Refusals, RevisionView } from "../decide-page";

/** What the policy looks at of a revision. */
export const subjectOf = (isArchived: boolean, revision: RevisionView | undefined): Subject => ({
  isArchived,
  revisionState: revision?.state ?? null,
  requestedById: revision?.requestedBy?.id ?? null,
});

/** Why the actor may not, in the words of the policy. A password to be entered again is no refusal: the dialog asks. */
export function refusalsOf(actor: Actor, actions: readonly Action[], subject: Subject): Refusals {
  const refusals: Refusals = {};
  for (const action of actions) {
    try {
      authorize(actor, action, subject);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { code, detail } = error.problem;
      if (code !== "reauthentication-required" || actor.kind !== "user") refusals[action] = detail;
    }
  }
  return refusals;
}
