"use client";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { FormProblem } from "../../form-problem";
import { useSubmit } from "../../use-submit";
import { sendSignIn } from "./send-sign-in";

const FIELDS = ["email", "password"] as const;

/** `hasFailed` is set when next-auth sent the browser here after a failure outside of this form. */
export function SignInForm({ next, hasFailed }: { next: string; hasFailed: boolean }) {
  const { submit, problem, errors, isBusy } = useSubmit({
    fields: FIELDS,
    send: sendSignIn,
    done: () => window.location.assign(next),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {hasFailed && !problem ? <Notice tone="error">Signing in did not work. Try again.</Notice> : null}
      <FormProblem problem={problem} />
      <Field label="E-mail address" error={errors.email}>
        <TextField name="email" type="email" autoComplete="username" spellCheck={false} autoFocus />
      </Field>
      <Field label="Password" error={errors.password}>
        <TextField name="password" type="password" autoComplete="current-password" />
      </Field>
      <div className="pt-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          Sign in
        </Button>
      </div>
    </form>
  );
}
