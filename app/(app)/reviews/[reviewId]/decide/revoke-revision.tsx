"use client";
import { useState } from "react";
import { useSigning } from "@/app/(app)/use-signing";
import { SignedDialog } from "@/components/signoff/signed-dialog";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { RevisionView } from "@/lib/signoff/decide-page";

/** Taking the approval of the revision in force back. */
export function RevokeRevision({
  reviewId,
  revision,
  onDone,
}: {
  reviewId: string;
  revision: RevisionView;
  onDone: () => void;
}) {
  const [open, setOpen] = useState(false);
  const { signing, sign, forget } = useSigning();
  const revoke = async () => {
    const isDone = await sign((words) =>
      callApi("POST", `/reviews/${reviewId}/revisions/${revision.id}/revocation`, { words }),
    );
    if (!isDone) return;
    setOpen(false);
    notify(`The approval of revision ${revision.number} is taken back`);
    onDone();
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Take the approval back…
      </Button>
      <SignedDialog
        title={`Take the approval of revision ${revision.number} back`}
        description="It ends at once and for good. The system then runs without a decision until another revision is approved."
        open={open}
        submit={`End revision ${revision.number}`}
        signing={signing}
        words={{ label: "Why", hint: "Everybody reads this as the reason why it ended." }}
        onSign={() => void revoke()}
        onClose={() => {
          setOpen(false);
          forget();
        }}
      />
    </>
  );
}
