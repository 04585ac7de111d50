"use client";
import { SignedDialog, type Signing } from "@/components/signoff/signed-dialog";
import { Checkbox } from "@/components/ui/checkbox";
import { Digest } from "@/components/ui/digest";
import { approvalEffect } from "@/lib/signoff/approval-effect";
import type { WaitingRevision } from "@/lib/signoff/decide-page";

/** An approver's decision about the frozen content of a revision. */
export function SignDialog({
  decision,
  waiting,
  rejects,
  onRejects,
  signing,
  onSign,
  onClose,
}: {
  /** Null while the dialog is closed. */
  decision: "approve" | "reject" | null;
  waiting: WaitingRevision;
  /** Ids of the residual risks that a rejection names. */
  rejects: readonly string[];
  onRejects: (ids: string[]) => void;
  signing: Signing;
  onSign: () => void;
  onClose: () => void;
}) {
  const approves = decision !== "reject";
  const { frozen, wrote } = waiting;
  return (
    <SignedDialog
      title={`${approves ? "Approve" : "Reject"} revision ${frozen.revision}`}
      description={
        approves
          ? approvalEffect(waiting)
          : "It is closed. Work goes on in the next draft, where your words are read."
      }
      open={decision !== null}
      submit={`${approves ? "Approve" : "Reject"} revision ${frozen.revision}`}
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
        You decide about the frozen content <Digest value={waiting.digest} />
      </p>
      {wrote.length > 0 ? (
        <p className="text-ink-2">
          You wrote in {wrote.length > 8 ? `${wrote.length} of its rows` : wrote.join(", ")}; that is kept
          with your decision.
        </p>
      ) : null}
      {!approves && frozen.risks.length > 0 ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-1 font-medium">Residual risks that are not acceptable as written</legend>
          {frozen.risks.map(({ id, number, title }) => (
            <Checkbox
              key={id}
              checked={rejects.includes(id)}
              onChange={(on) => onRejects(on ? [...rejects, id] : rejects.filter((other) => other !== id))}
            >
              R{number} {title}
            </Checkbox>
          ))}
        </fieldset>
      ) : null}
    </SignedDialog>
  );
}
