"use client";
import { useEffect, useRef } from "react";
import { FormDialog } from "@/components/review/form-dialog";
import { Digest } from "@/components/ui/digest";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { LONGEST_VALIDITY_DAYS } from "@/lib/signoff/validity";

export type SignErrors = { words?: string; password?: string; whole?: string };

/** An approver's decision in words, with the password again. The words outlive a closed dialog; the password does not. */
export function SignDialog({
  decision,
  revision,
  digest,
  risks,
  words,
  onWords,
  password,
  onPassword,
  errors,
  busy,
  onSign,
  onClose,
}: {
  /** Null while the dialog is closed. */
  decision: "approve" | "reject" | null;
  revision: number;
  digest: string;
  /** How many residual risks an approval accepts. */
  risks: number;
  words: string;
  onWords: (words: string) => void;
  password: string;
  onPassword: (password: string) => void;
  errors: SignErrors;
  busy: boolean;
  onSign: () => void;
  onClose: () => void;
}) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wrong = errors.words ? "words" : errors.password ? "password" : null;
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }, [errors]);
  const approves = decision !== "reject";
  return (
    <FormDialog
      title={`${approves ? "Approve" : "Reject"} revision ${revision}`}
      description={
        approves
          ? `It comes into force at once, for ${LONGEST_VALIDITY_DAYS} days at most${risks > 0 ? `, and ${risks === 1 ? "its residual risk is" : `its ${risks} residual risks are`} accepted` : ""}.`
          : "It is closed. Work goes on in the next draft, where your words are read."
      }
      open={decision !== null}
      onOpenChange={(open) => !open && onClose()}
      submit={`${approves ? "Approve" : "Reject"} revision ${revision}`}
      busy={busy}
      error={errors.whole ?? null}
      onSubmit={onSign}
    >
      <div ref={form} className="flex flex-col gap-4">
        <p className="flex flex-wrap items-center gap-x-2 text-ink-2">
          You decide about the frozen content <Digest value={digest} />
        </p>
        <Field
          label="Your words"
          description={
            approves
              ? "Why this may run, and what you looked at."
              : "What has to change before you would approve it."
          }
          error={errors.words}
        >
          <TextArea name="words" value={words} onChange={onWords} rows={4} maxLength={10_000} />
        </Field>
        <Field label="Your password" description="So that it is you who signs." error={errors.password}>
          <TextField
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={onPassword}
          />
        </Field>
      </div>
    </FormDialog>
  );
}
