"use client";
import { RenewDialog } from "@/components/signoff/renew-dialog";
import type { RiskRow } from "@/components/signoff/risk-row";
import { SignedDialog } from "@/components/signoff/signed-dialog";
import { Button } from "@/components/ui/button";
import type { RiskActs } from "./use-risk-acts";

/** What can be done next with a risk in its state, by this person. */
export function RiskNext({ row, acts, canRevoke }: { row: RiskRow; acts: RiskActs; canRevoke: boolean }) {
  const { risk, canEdit } = row;
  if (risk.archivedAt !== null) return null;
  const { state } = risk;
  const renewal = { accepted: "Extend…", expired: "Extend…", rejected: AGAIN, revoked: AGAIN }[
    state as string
  ];
  return (
    <>
      {state === "draft" && canEdit ? (
        <Button size="small" busy={acts.busy} onClick={() => acts.propose(risk)}>
          Propose
        </Button>
      ) : null}
      {renewal && canEdit ? (
        <Button size="small" onClick={() => acts.beginRenewal(risk)}>
          {renewal}
        </Button>
      ) : null}
      {state === "accepted" && canRevoke ? (
        <Button size="small" onClick={() => acts.beginRevocation(risk)}>
          Revoke…
        </Button>
      ) : null}
    </>
  );
}

const AGAIN = "Revise and propose again…";

/** The dialogs of a risk's next step. */
export function RiskDialogs({ acts }: { acts: RiskActs }) {
  const { renewing, revoking } = acts;
  return (
    <>
      {renewing ? (
        <RenewDialog
          key={renewing.id}
          risk={renewing}
          today={new Date().toISOString().slice(0, 10)}
          busy={acts.busy}
          error={acts.error}
          onRenew={acts.renew}
          onClose={acts.endRenewal}
        />
      ) : null}
      <SignedDialog
        title={revoking ? `Revoke R${revoking.number}` : "Revoke"}
        description="It is accepted no longer, what it covers is open again, and the revision in force that rests on it ends. That does not come back by itself."
        open={revoking !== null}
        submit={revoking ? `Revoke R${revoking.number}` : "Revoke"}
        signing={acts.signing}
        words={{ label: "Why", hint: "What makes it impossible to live with this any longer." }}
        onSign={acts.revoke}
        onClose={acts.endRevocation}
      />
    </>
  );
}
