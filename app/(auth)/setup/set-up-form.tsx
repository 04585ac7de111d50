"use client";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { TextField } from "@/components/ui/text-field";
import { callApi } from "@/lib/platform/http/browser";
import { FormProblem } from "../../form-problem";
import { useSubmit } from "../../use-submit";
import { NewPasswordField } from "../new-password-field";

const FIELDS = ["code", "workspace", "name", "email", "password"] as const;

export function SetUpForm() {
  const { submit, problem, errors, isBusy } = useSubmit({
    fields: FIELDS,
    send: (values) => callApi("POST", "/setup", values),
    // A whole new document: everything that was rendered for nobody is forgotten.
    done: () => window.location.assign("/systems"),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormProblem problem={problem} />
      <Field label="Set-up code" error={errors.code} description="Good once, for 15 minutes.">
        <TextField
          name="code"
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <Field
        label="Workspace"
        error={errors.workspace}
        description="Your team or company. It can be renamed later."
      >
        <TextField name="workspace" autoComplete="organization" />
      </Field>
      <Field label="Your name" error={errors.name} description="As it will stand under decisions.">
        <TextField name="name" autoComplete="name" />
      </Field>
      <Field label="E-mail address" error={errors.email} description="For signing in; Cordon sends no mail.">
        <TextField name="email" type="email" autoComplete="username" spellCheck={false} />
      </Field>
      <NewPasswordField error={errors.password} />
      <div className="pt-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          Set up and sign in
        </Button>
      </div>
    </form>
  );
}
