"use client";
import { type ReactNode, useEffect, useRef } from "react";
import { FormDialog } from "@/components/review/form-dialog";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";

export type SignErrors = { words?: string; password?: string; whole?: string };

/** What is written in a dialog that needs the password again, and how it stands. */
export type Signing = {
  words: string;
  setWords: (words: string) => void;
  password: string;
  setPassword: (password: string) => void;
  errors: SignErrors;
  busy: boolean;
};

/**
 * A deed with the password again: deciding, revoking and dismissing, each in words, and setting the
 * policy. The words outlive a closed dialog; the password does not.
 */
export function SignedDialog({
  title,
  description,
  open,
  submit,
  signing,
  words,
  onSign,
  onClose,
  children,
}: {
  title: string;
  description: ReactNode;
  open: boolean;
  submit: string;
  signing: Signing;
  /** How the words are asked for; absent where the deed says everything itself. */
  words?: { label: string; hint: string };
  onSign: () => void;
  onClose: () => void;
  /** What the deed is about, above the words. */
  children?: ReactNode;
}) {
  const { errors } = signing;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wrong = errors.words ? "words" : errors.password ? "password" : null;
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }, [errors]);
  return (
    <FormDialog
      title={title}
      description={description}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      submit={submit}
      busy={signing.busy}
      error={errors.whole ?? null}
      onSubmit={onSign}
    >
      <div ref={form} className="flex flex-col gap-4">
        {children}
        {words ? (
          <Field label={words.label} description={words.hint} error={errors.words}>
            <TextArea
              name="words"
              value={signing.words}
              onChange={signing.setWords}
              rows={4}
              maxLength={10_000}
            />
          </Field>
        ) : null}
        <Field
          label="Your password"
          description={words ? "So that it is you who signs." : "So that it is you who changes it."}
          error={errors.password}
        >
          <TextField
            type="password"
            name="password"
            autoComplete="current-password"
            value={signing.password}
            onChange={signing.setPassword}
          />
        </Field>
      </div>
    </FormDialog>
  );
}
