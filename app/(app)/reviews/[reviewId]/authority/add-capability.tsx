"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { AuthorityExecutor } from "@/lib/review/authority/page";
import { CAPABILITY_GROUPS, type CapabilityGroup, SEVERITIES, type Severity } from "@/lib/review/vocabulary";

/** Writes down a capability that no configuration shows. */
export function AddCapability({
  reviewId,
  executors,
}: {
  reviewId: string;
  executors: readonly AuthorityExecutor[];
}) {
  const [open, setOpen] = useState(false);
  const [title, setTitle] = useState("");
  const [executorId, setExecutorId] = useState<string | null>(null);
  const [of, setOf] = useState<"grant" | "missing-limit">("grant");
  const [group, setGroup] = useState<CapabilityGroup>("data");
  const [severity, setSeverity] = useState<Severity>("medium");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const add = async () => {
    if (!title.trim()) return setError("Say what is granted.");
    setBusy(true);
    const answer = await callApi<{ number: number }>("POST", `/reviews/${reviewId}/capabilities`, {
      title: title.trim(),
      executorId,
      class: of,
      group,
      severity,
    });
    setBusy(false);
    if (!answer.ok) return setError(answer.problem.detail);
    notify(`C${answer.value.number} was added.`);
    setTitle("");
    setOpen(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setError(null);
      }}
      trigger={<Button size="small">Add by hand</Button>}
      title="Add a capability by hand"
      description="For what no configuration shows: a key in an image, a route in the application."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" busy={busy} onClick={() => void add()}>
            Add capability
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="What is granted" error={error}>
          <TextField value={title} onChange={setTitle} />
        </Field>
        <Field label="Executor that holds it" optional>
          <Combobox
            value={executorId}
            onChange={setExecutorId}
            options={executors.map(({ id, number, name }) => ({ value: id, label: `X${number} ${name}` }))}
          />
        </Field>
        <RadioGroup
          label="What it is"
          value={of}
          onChange={setOf}
          options={[
            {
              value: "grant",
              label: "A grant",
              hint: "Something the code can use: a token, a mount, a route.",
            },
            {
              value: "missing-limit",
              label: "A missing limit",
              hint: "Something that nothing bounds or filters.",
            },
          ]}
        />
        <Field label="Group">
          <Select
            value={group}
            onChange={setGroup}
            options={Object.entries(CAPABILITY_GROUPS).map(([value, label]) => ({
              value: value as CapabilityGroup,
              label,
            }))}
          />
        </Field>
        <Field label="Severity">
          <Select
            value={severity}
            onChange={setSeverity}
            options={SEVERITIES.map((value) => ({
              value,
              label: `${value[0]!.toUpperCase()}${value.slice(1)}`,
            }))}
          />
        </Field>
      </div>
    </Dialog>
  );
}
