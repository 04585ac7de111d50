"use client";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { TextField } from "@/components/ui/text-field";
import { PASSWORD_LENGTH } from "@/lib/identity/password-rules";

/** Where a new password is chosen; it can be looked at, so it is asked for once. */
export function NewPasswordField({
  label = "Password",
  name = "password",
  error,
}: {
  label?: string;
  name?: string;
  error?: string;
}) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <Field
        label={label}
        error={error}
        description={`At least ${PASSWORD_LENGTH.min} characters; several words in a row are good.`}
      >
        <TextField
          name={name}
          type={isShown ? "text" : "password"}
          autoComplete="new-password"
          spellCheck={false}
        />
      </Field>
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="link absolute top-0 right-0 text-grid"
      >
        {isShown ? "Hide" : "Show"}
        <span className="sr-only"> the password</span>
      </button>
    </div>
  );
}
