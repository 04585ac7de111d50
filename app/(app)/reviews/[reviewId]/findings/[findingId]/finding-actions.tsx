"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSigning } from "@/app/(app)/use-signing";
import { SignedDialog } from "@/components/signoff/signed-dialog";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import { reopenFinding } from "../reopen-finding";

type Finding = { id: string; number: number; title: string };

/** What can be done about an open finding: taking it on as a risk, or dismissing it. */
export function FindingActions({
  reviewId,
  finding,
  canAccept,
  canDismiss,
}: {
  reviewId: string;
  finding: Finding;
  canAccept: boolean;
  canDismiss: boolean;
}) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { signing, sign, forget } = useSigning();
  const close = () => {
    setOpen(false);
    forget();
  };
  const dismiss = async () => {
    const isDone = await sign((reason) =>
      callApi("POST", `/reviews/${reviewId}/findings/${finding.id}/dismissal`, { reason }),
    );
    if (!isDone) return;
    setOpen(false);
    notify(`F${finding.number} dismissed`);
    router.refresh();
  };
  return (
    <>
      {canDismiss ? <Button onClick={() => setOpen(true)}>Dismiss…</Button> : null}
      {canAccept ? (
        <LinkButton href={`/reviews/${reviewId}/decide?risk=F${finding.number}`}>
          Accept as residual risk…
        </LinkButton>
      ) : null}
      <SignedDialog
        title={`Dismiss F${finding.number}`}
        description="It is no finding here, and needs no residual risk. Whoever decides sees that you dismissed it and why. It opens again by itself when it gets graver or is about more rows."
        open={isOpen}
        submit={`Dismiss F${finding.number}`}
        signing={signing}
        words={{
          label: "Reason",
          hint: "Why the rule is wrong about this, for somebody who reads it in a year.",
        }}
        onSign={() => void dismiss()}
        onClose={close}
      >
        <p>{finding.title}</p>
      </SignedDialog>
    </>
  );
}

/** Opens a dismissed finding again. */
export function ReopenButton({ reviewId, finding }: { reviewId: string; finding: Finding }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const reopen = async () => {
    setBusy(true);
    const isDone = await reopenFinding(reviewId, finding);
    setBusy(false);
    if (isDone) router.refresh();
  };
  return (
    <Button size="small" busy={busy} onClick={() => void reopen()}>
      Open again
    </Button>
  );
}
