"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProblem } from "@/app/form-problem";
import { ShownOnce } from "@/app/shown-once";
import { useSubmit } from "@/app/use-submit";
import { Button } from "@/components/ui/button";
import { MultiCombobox } from "@/components/ui/combobox";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { Time } from "@/components/ui/time";
import { type Role, roleOptions } from "@/lib/identity/roles";
import type { NewInvitation } from "@/lib/identity/views";
import { callApi } from "@/lib/platform/http/browser";

const FORM = "invite";
const FIELDS = ["email", "systemIds"] as const;
const DAYS = [
  { value: "1", label: "One day" },
  { value: "7", label: "7 days" },
  { value: "14", label: "14 days" },
  { value: "30", label: "30 days" },
] as const;

type SystemChoice = { id: string; name: string; isRestricted: boolean };

export function InviteDialog({ systems }: { systems: readonly SystemChoice[] }) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<NewInvitation | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const close = () => {
    setIsOpen(false);
    setMade(null);
  };
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        Invite
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(next) => (next ? setIsOpen(true) : close())}
        width="narrow"
        title={made ? `Link for ${made.email}` : "Invite somebody"}
        description={
          made
            ? "Cordon sends no mail: copy the link and hand it over. It is shown this once."
            : "You get a link that works once."
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
                Make link
              </Button>
            </>
          )
        }
      >
        {made ? (
          <Made invitation={made} />
        ) : (
          <InviteForm
            systems={systems}
            onBusy={setIsBusy}
            onMade={(invitation) => {
              setMade(invitation);
              router.refresh();
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function Made({ invitation }: { invitation: NewInvitation }) {
  return (
    <div className="flex flex-col gap-3">
      {/* Where this browser reached Cordon, the person invited most likely does too. */}
      <ShownOnce label="Link" text={new URL(invitation.path, window.location.origin).href} />
      <p className="text-ink-2">
        It works until <Time value={invitation.expiresAt} />. Whoever opens it first joins as{" "}
        {invitation.email}.
      </p>
    </div>
  );
}

function InviteForm({
  systems,
  onMade,
  onBusy,
}: {
  systems: readonly SystemChoice[];
  onMade: (invitation: NewInvitation) => void;
  onBusy: (isBusy: boolean) => void;
}) {
  const [role, setRole] = useState<Role>("reviewer");
  const [systemIds, setSystemIds] = useState<string[]>([]);
  const [days, setDays] = useState<(typeof DAYS)[number]["value"]>("7");
  const { submit, problem, errors } = useSubmit({
    fields: FIELDS,
    send: async ({ email }) => {
      onBusy(true);
      const body = { email, role, systemIds, days: Number(days) };
      const answer = await callApi<NewInvitation>("POST", "/invitations", body);
      onBusy(false);
      return answer;
    },
    done: onMade,
  });
  const needed = role === "contributor";
  return (
    <form id={FORM} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormProblem problem={problem} />
      <Field label="E-mail address" error={errors.email}>
        <TextField name="email" type="email" autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Role">
        <Select value={role} onChange={setRole} options={roleOptions()} label="Role" />
      </Field>
      {systems.length > 0 ? (
        <Field
          label="Systems"
          optional={!needed}
          error={errors.systemIds}
          description={
            needed
              ? "A contributor sees these and nothing else."
              : "Restricted systems to put them on; they see the open ones anyway."
          }
        >
          <MultiCombobox
            label="Systems"
            value={systemIds}
            onChange={setSystemIds}
            options={systems.map((system) => ({
              value: system.id,
              label: system.name,
              hint: system.isRestricted ? "Restricted" : "Open to the workspace",
            }))}
          />
        </Field>
      ) : null}
      <Field label="Good for">
        <Select value={days} onChange={setDays} options={DAYS} label="Good for" />
      </Field>
    </form>
  );
}
