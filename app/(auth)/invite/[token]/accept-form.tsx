"use client";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { callApi } from "@/lib/platform/http/browser";
import { FormProblem } from "../../../form-problem";
import { useSubmit } from "../../../use-submit";
import { NewPasswordField } from "../../new-password-field";

const FIELDS = ["name", "password"] as const;

export function AcceptForm({
  token,
  email,
  isKnown,
  signedInAs,
}: {
  token: string;
  email: string;
  /** The person has an account here already. */
  isKnown: boolean;
  /** Somebody else who is signed in in this browser. */
  signedInAs: string | null;
}) {
  const { submit, problem, errors, isBusy } = useSubmit({
    fields: FIELDS,
    send: ({ name, password }) =>
      callApi("POST", "/invitations/accept", { token, password, ...(isKnown ? {} : { name }) }),
    done: () => window.location.assign("/systems"),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormProblem problem={problem} />
      {signedInAs ? (
        <Notice tone="warn">
          You are signed in as {signedInAs} in this browser; joining signs you in as {email} instead.
        </Notice>
      ) : null}
      {/* For password managers, which else keep the password without a name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {isKnown ? (
        <Field
          label="Password"
          error={errors.password}
          description="You have an account here already; enter its password."
        >
          <TextField name="password" type="password" autoComplete="current-password" autoFocus />
        </Field>
      ) : (
        <>
          <Field label="Your name" error={errors.name} description="As it will stand under decisions.">
            <TextField name="name" autoComplete="name" autoFocus />
          </Field>
          <NewPasswordField error={errors.password} />
        </>
      )}
      <div className="pt-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          Join and sign in
        </Button>
      </div>
    </form>
  );
}
