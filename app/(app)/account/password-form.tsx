"use client";
import { useRouter } from "next/navigation";
import { NewPasswordField } from "@/app/(auth)/new-password-field";
import { FormProblem } from "@/app/form-problem";
import { useSubmit } from "@/app/use-submit";
import { Button } from "@/components/ui/button";
import { counted } from "@/components/ui/count";
import { Field } from "@/components/ui/field";
import { TextField } from "@/components/ui/text-field";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";

const FIELDS = ["present", "password"] as const;

/** `then` is where it leads; without it the page stays. */
export function PasswordForm({
  email,
  then,
  present = "Present password",
}: {
  email: string;
  then?: string;
  present?: string;
}) {
  const router = useRouter();
  const { submit, problem, errors, isBusy } = useSubmit({
    fields: FIELDS,
    send: (values) => callApi<{ sessionsEnded: number }>("POST", "/account/password", values),
    done: ({ sessionsEnded }, form) => {
      if (then) return window.location.assign(then);
      form.reset();
      const others = sessionsEnded > 0 ? ` ${counted(sessionsEnded, "other session")} ended.` : "";
      notify(`Your password is changed.${others}`);
      router.refresh();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex max-w-[400px] flex-col gap-4">
      <FormProblem problem={problem} />
      {/* For password managers, which else keep the password without a name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label={present} error={errors.present}>
        <TextField name="present" type="password" autoComplete="current-password" />
      </Field>
      <NewPasswordField label="New password" error={errors.password} />
      <div>
        <Button type="submit" variant={then ? "primary" : "secondary"} busy={isBusy}>
          Change password
        </Button>
      </div>
    </form>
  );
}
