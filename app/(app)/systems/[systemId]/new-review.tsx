"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "@/components/review/form-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { TextField } from "@/components/ui/text-field";
import { useSending } from "../use-sending";

/** Begins a review and goes there. */
export function NewReview({ systemId, startsFrom }: { systemId: string; startsFrom: string | null }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [title, setTitle] = useState("");
  const [artifact, setArtifact] = useState("");
  const { busy, error, fields, reset, send } = useSending<{ id: string }>();
  return (
    <FormDialog
      title="Begin a review"
      description={
        startsFrom
          ? `It starts as a copy of what is in force: “${startsFrom}”.`
          : "It starts blank. What you say now can be changed later."
      }
      trigger={<Button variant="primary">Begin review</Button>}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        reset();
      }}
      submit="Begin review"
      busy={busy}
      error={error}
      onSubmit={async () => {
        const body = { title, ...(artifact.trim() && { artifact }) };
        const made = await send("POST", `/systems/${systemId}/reviews`, body);
        if (made) router.push(`/reviews/${made.id}`);
      }}
    >
      <div className="flex flex-col gap-4">
        <Field label="Title" error={fields.title}>
          <TextField
            value={title}
            onChange={setTitle}
            placeholder="First review, autumn 2026"
            autoComplete="off"
          />
        </Field>
        <Field
          label="What is submitted"
          optional
          description="The first thing that somebody hands in and the system runs, such as custom guardrail code."
          error={fields.artifact}
        >
          <TextField value={artifact} onChange={setArtifact} autoComplete="off" />
        </Field>
      </div>
    </FormDialog>
  );
}
