"use client";
import { useState } from "react";
import { FormDialog } from "@/components/review/form-dialog";
import { FrozenRevision } from "@/components/signoff/frozen-revision";
import { OutOfReach } from "@/components/signoff/out-of-reach";
import { SignDialog } from "@/components/signoff/sign-dialog";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Field } from "@/components/ui/field";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { TextArea } from "@/components/ui/text-area";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import { approvalsSoFar } from "@/lib/signoff/approval-effect";
import type { RevisionView, WaitingRevision } from "@/lib/signoff/decide-page";
import { inForceBefore, revisionHref } from "@/lib/signoff/revision-page";
import type { Decide } from "./use-decide";
import type { useDeciding } from "./use-deciding";

/** The revision that waits: what was frozen, then the decision, or why this person cannot make it. */
export function WaitingSection({
  page,
  waiting,
  revision,
  deciding,
}: {
  page: Decide;
  waiting: WaitingRevision;
  revision: RevisionView;
  deciding: ReturnType<typeof useDeciding>;
}) {
  const canSign = revision.abilities.includes("revision.sign");
  const canWithdraw = revision.abilities.includes("revision.withdraw");
  const soFar = approvalsSoFar(waiting);
  return (
    <Section
      id="decision"
      title={`Decide about revision ${revision.number}`}
      description="What was frozen when it was submitted. Later edits are in the next draft and not part of it."
      actions={<ReadingLinks page={page} number={revision.number} />}
    >
      <OutOfReach
        className="pb-6"
        title={`Too few people could approve revision ${revision.number}`}
        outlook={waiting.outlook}
        policyLinks={page.policyLinks}
      />
      <FrozenRevision reviewId={page.reviewId} waiting={waiting} links={page.links} />
      {soFar ? <p className="pt-6">{soFar}</p> : null}
      <div className={classes("flex flex-wrap items-center gap-x-3 gap-y-2", soFar ? "pt-3" : "pt-6")}>
        {canSign && !waiting.hasDecided ? (
          <>
            <Button
              variant="primary"
              disabled={waiting.approvalRefusal !== null}
              aria-describedby={waiting.approvalRefusal ? "approval-refusal" : undefined}
              onClick={() => deciding.open("approve")}
            >
              Approve…
            </Button>
            <Button onClick={() => deciding.open("reject")}>Reject…</Button>
          </>
        ) : (
          <p className="min-w-0 text-ink-2">
            {waiting.hasDecided ? "You have approved it." : refusalOf(page, waiting, revision)}
          </p>
        )}
        {canSign && waiting.hasDecided ? (
          <Button onClick={() => deciding.open("reject")}>Reject after all…</Button>
        ) : null}
        {canWithdraw ? <Withdraw page={page} revision={revision} /> : null}
        {canSign && !waiting.hasDecided && waiting.approvalRefusal ? (
          <p id="approval-refusal" className="w-full text-ink-2">
            {waiting.approvalRefusal}
          </p>
        ) : null}
      </div>
      <SignDialog
        decision={deciding.decision}
        waiting={waiting}
        rejects={deciding.rejects}
        onRejects={deciding.setRejects}
        signing={deciding.signing}
        onSign={deciding.sign}
        onClose={deciding.close}
      />
    </Section>
  );
}

const refusalOf = (page: Decide, waiting: WaitingRevision, revision: RevisionView) =>
  revision.requestedBy?.id === page.me
    ? "You asked for this approval, so somebody else has to decide."
    : waiting.refusals["revision.sign"];

/** Where the whole revision is read, and only what changed since the one that was in force. */
function ReadingLinks({ page, number }: { page: Decide; number: number }) {
  const since = inForceBefore(page.revisions, number);
  return (
    <>
      <LinkButton href={revisionHref(page.reviewId, number)}>Read revision {number}</LinkButton>
      {since ? (
        <LinkButton href={revisionHref(page.reviewId, number, "changes")}>
          Only what changed since revision {since.number}
        </LinkButton>
      ) : null}
    </>
  );
}

function Withdraw({ page, revision }: { page: Decide; revision: RevisionView }) {
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const withdraw = async () => {
    setBusy(true);
    setError(null);
    const answer = await callApi("POST", `/reviews/${page.reviewId}/revisions/${revision.id}/withdrawal`, {
      words: words.trim(),
    });
    setBusy(false);
    if (!answer.ok) return setError(answer.problem.detail);
    setOpen(false);
    notify(`Revision ${revision.number} withdrawn`);
    page.readAgain();
  };
  return (
    <FormDialog
      title={`Withdraw revision ${revision.number}`}
      description="It is closed without a decision. Work goes on in the next draft, from the same content."
      trigger={<Button>Withdraw…</Button>}
      open={open}
      onOpenChange={setOpen}
      submit={`Withdraw revision ${revision.number}`}
      busy={busy}
      error={error}
      onSubmit={() => void withdraw()}
    >
      <Field label="Why" optional>
        <TextArea name="words" value={words} onChange={setWords} rows={3} maxLength={10_000} />
      </Field>
    </FormDialog>
  );
}
