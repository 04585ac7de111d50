"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "@/components/review/form-dialog";
import { MultiCombobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import type { SystemDetail } from "@/lib/review/systems";
import { useSending } from "../use-sending";

/** Says who is named on a system. */
export function SystemMembers({
  system,
  everybody,
  onClose,
}: {
  system: SystemDetail;
  everybody: { id: string; name: string; email: string }[];
  onClose: () => void;
}) {
  const router = useRouter();
  const [chosen, setChosen] = useState(system.members.map(({ id }) => id));
  const { busy, error, fields, send } = useSending();
  return (
    <FormDialog
      title="Name members"
      description={
        system.visibility === "restricted"
          ? "Only these people and admins see this system. Who is taken off loses it at once."
          : "This system is open to the workspace: naming matters for contributors, and if you restrict it later."
      }
      open
      onOpenChange={(open) => !open && onClose()}
      submit="Save"
      busy={busy}
      error={error}
      onSubmit={async () => {
        if (!(await send("PUT", `/systems/${system.id}/members`, { memberIds: chosen }))) return;
        router.refresh();
        onClose();
      }}
    >
      <Field label="Members" error={fields.memberIds}>
        <MultiCombobox
          value={chosen}
          onChange={setChosen}
          options={everybody.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
          placeholder="Type a name…"
        />
      </Field>
    </FormDialog>
  );
}
