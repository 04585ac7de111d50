"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "@/components/review/form-dialog";
import { type SystemDraft, SystemForm } from "@/components/review/system-form";
import { Button } from "@/components/ui/button";
import { useSending } from "./use-sending";

const BLANK: SystemDraft = { name: "", description: "", visibility: "open" };

/** Adds a system and goes there. */
export function NewSystem() {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(BLANK);
  const { busy, error, fields, reset, send } = useSending<{ id: string }>();
  return (
    <FormDialog
      title="Add a system"
      description="A system is what is reviewed: a thing that runs code it did not write."
      trigger={<Button variant="primary">Add system</Button>}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        reset();
        if (next) setDraft(BLANK);
      }}
      submit="Add system"
      busy={busy}
      error={error}
      onSubmit={async () => {
        const made = await send("POST", "/systems", draft);
        if (made) router.push(`/systems/${made.id}`);
      }}
    >
      <SystemForm draft={draft} onChange={setDraft} errors={fields} />
    </FormDialog>
  );
}
