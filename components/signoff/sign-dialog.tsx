"use client";
import { SignedDialog, type Signing } from "@/components/signoff/signed-dialog";
import { Digest } from "@/components/ui/digest";
import { LONGEST_VALIDITY_DAYS } from "@/lib/signoff/validity";

/** An approver's decision about the frozen content of a revision. */
export function SignDialog({
  decision,
  revision,
  digest,
  risks,
  signing,
  onSign,
  onClose,
}: {
  /** Null while the dialog is closed. */
  decision: "approve" | "reject" | null;
  revision: number;
  digest: string;
  /** How many residual risks an approval accepts. */
  risks: number;
  signing: Signing;
  onSign: () => void;
  onClose: () => void;
}) {
  const approves = decision !== "reject";
  return (
    <SignedDialog
      title={`${approves ? "Approve" : "Reject"} revision ${revision}`}
      description={
        approves
          ? `It comes into force at once, for ${LONGEST_VALIDITY_DAYS} days at most${risks > 0 ? `, and ${risks === 1 ? "its residual risk is" : `its ${risks} residual risks are`} accepted` : ""}.`
          : "It is closed. Work goes on in the next draft, where your words are read."
      }
      open={decision !== null}
      submit={`${approves ? "Approve" : "Reject"} revision ${revision}`}
      signing={signing}
      words={{
        label: "Your words",
        hint: approves
          ? "Why this may run, and what you looked at."
          : "What has to change before you would approve it.",
      }}
      onSign={onSign}
      onClose={onClose}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-ink-2">
        You decide about the frozen content <Digest value={digest} />
      </p>
    </SignedDialog>
  );
}
