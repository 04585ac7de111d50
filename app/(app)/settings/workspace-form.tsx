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

export function WorkspaceForm({ name }: { name: string }) {
  const router = useRouter();
  const { submit, problem, errors, isBusy } = useSubmit({
    fields: FIELDS,
    send: (values) => callApi("PATCH", "/workspace", { ...values, was: name }),
    done: () => {
      notify("The workspace is renamed.");
      router.refresh();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex max-w-[400px] flex-col gap-4">
      <FormProblem problem={problem} />
      <Field label="Name" error={errors.name} description="Everybody sees it at the top of every page.">
        <TextField name="name" defaultValue={name} autoComplete="off" />
      </Field>
      <div>
        <Button type="submit" busy={isBusy}>
          Rename
        </Button>
      </div>
    </form>
  );
}
