"use client";
import { useState } from "react";
import { FormDialog } from "@/components/review/form-dialog";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import type { ResidualRisk } from "@/lib/review/content";

/** What somebody changes to have a risk decided again. */
export type Renewal = { expiresAt: string; rationale: string };

/**
 * Extends a risk, or revises one that was rejected or revoked: a later day and the reasons as they
 * are now. It is proposed with that, so that approvers decide again.
 */
export function RenewDialog({
  risk,
  today,
  busy,
  error,
  onRenew,
  onClose,
}: {
  risk: ResidualRisk;
  /** YYYY-MM-DD, UTC. */
  today: string;
  busy: boolean;
  error: string | null;
  onRenew: (renewal: Renewal) => void;
  onClose: () => void;
}) {
  const extends_ = risk.state === "accepted" || risk.state === "expired";
  const [expiresAt, setExpiresAt] = useState(risk.expiresAt ?? "");
  const [rationale, setRationale] = useState(risk.rationale ?? "");
  const [wrong, setWrong] = useState<string | undefined>();
  const submit = () => {
    const problem = wrongDay(expiresAt, today, extends_ ? risk.expiresAt : null);
    setWrong(problem);
    if (!problem) onRenew({ expiresAt, rationale: rationale.trim() });
  };
  return (
    <FormDialog
      title={extends_ ? `Extend R${risk.number}` : `Revise R${risk.number} and propose it again`}
      description={
        risk.state === "accepted"
          ? "It goes back to proposed. What it names stays covered, and is accepted again when the approvers have decided about the later day."
          : "It is proposed again and covers what it names; the approvers decide about it with the next revision."
      }
      open
      onOpenChange={(open) => !open && onClose()}
      submit="Propose again"
      busy={busy}
      error={error}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-4">
        <Field label="Expires" description="It holds to the end of that day, UTC." error={wrong}>
          <TextField type="date" name="expiresAt" min={today} value={expiresAt} onChange={setExpiresAt} />
        </Field>
        <Field label="Rationale" description="Why it is right to live with this still.">
          <TextArea value={rationale} onChange={setRationale} rows={5} />
        </Field>
      </div>
    </FormDialog>
  );
}

function wrongDay(day: string, today: string, after: string | null): string | undefined {
  if (day === "") return "Choose the day until which the risk is taken on.";
  if (day < today) return "This day is over. Choose one until which the risk is taken on.";
  if (after !== null && day <= after) return "Choose a later day than before.";
  return undefined;
}
