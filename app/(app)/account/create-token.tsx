"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProblem } from "@/app/form-problem";
import { ShownOnce } from "@/app/shown-once";
import { useSubmit } from "@/app/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { Time } from "@/components/ui/time";
import { type Role, roleOptions } from "@/lib/identity/roles";
import type { NewToken } from "@/lib/identity/views";
import { callApi } from "@/lib/platform/http/browser";

const FORM = "create-token";
const FIELDS = ["name"] as const;
const DAYS = [
  { value: "1", label: "One day" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
] as const;

export function CreateToken({ most }: { most: Role }) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<NewToken | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const close = () => {
    setIsOpen(false);
    setMade(null);
  };
  const form = (
    <TokenForm
      most={most}
      onBusy={setIsBusy}
      onMade={(token) => {
        setMade(token);
        router.refresh();
      }}
    />
  );
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Make a token</Button>
      <Dialog
        open={isOpen}
        onOpenChange={(next) => (next ? setIsOpen(true) : close())}
        width="narrow"
        title={made ? `Token “${made.name}”` : "Make a token"}
        description={
          made ? "Copy it now: it is shown this once." : "It acts in your name, up to the role you give it."
        }
        footer={
          made ? (
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          ) : (
            <>
              <DialogClose>
                <Button>Cancel</Button>
              </DialogClose>
              <Button variant="primary" type="submit" form={FORM} busy={isBusy}>
                Make token
              </Button>
            </>
          )
        }
      >
        {made ? (
          <div className="flex flex-col gap-3">
            <ShownOnce label="Token" text={made.token} />
            <p className="text-ink-2">
              Send it as <code>Authorization: Bearer …</code>. It works until <Time value={made.expiresAt} />.
            </p>
          </div>
        ) : (
          form
        )}
      </Dialog>
    </>
  );
}

function TokenForm({
  most,
  onMade,
  onBusy,
}: {
  most: Role;
  onMade: (token: NewToken) => void;
  onBusy: (isBusy: boolean) => void;
}) {
  const [role, setRole] = useState<Role>("viewer");
  const [days, setDays] = useState<(typeof DAYS)[number]["value"]>("90");
  const { submit, problem, errors } = useSubmit({
    fields: FIELDS,
    send: async ({ name }) => {
      onBusy(true);
      const answer = await callApi<NewToken>("POST", "/tokens", { name, role, days: Number(days) });
      onBusy(false);
      return answer;
    },
    done: onMade,
  });
  return (
    <form id={FORM} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormProblem problem={problem} />
      <Field label="Name" error={errors.name} description="What it is for: “nightly import”.">
        <TextField name="name" autoComplete="off" />
      </Field>
      <Field label="Role" description="The least that does the work. If yours is lowered, so is the token's.">
        <Select value={role} onChange={setRole} options={roleOptions(most)} label="Role" />
      </Field>
      <Field label="Good for">
        <Select value={days} onChange={setDays} options={DAYS} label="Good for" />
      </Field>
    </form>
  );
}
