"use client";
import { useRouter } from "next/navigation";
import { FormProblem } from "@/app/form-problem";
import { useSubmit } from "@/app/use-submit";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { TextField } from "@/components/ui/text-field";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";

const FIELDS = ["name"] as const;

export function NameForm({ name }: { name: string }) {
  const router = useRouter();
  const { submit, problem, errors, isBusy } = useSubmit({
    fields: FIELDS,
    send: (values) => callApi("PATCH", "/account", values),
    done: () => {
      notify("Your name is changed.");
      router.refresh();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex max-w-[400px] flex-col gap-4">
      <FormProblem problem={problem} />
      <Field label="Your name" error={errors.name}>
        <TextField name="name" defaultValue={name} autoComplete="name" />
      </Field>
      <div>
        <Button type="submit" busy={isBusy}>
          Change name
        </Button>
      </div>
    </form>
  );
}
