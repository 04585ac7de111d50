"use client";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import type { Visibility } from "@/lib/review/systems";

/** What a form about a system holds. */
export interface SystemDraft {
  name: string;
  description: string;
  visibility: Visibility;
}

/** Says which field is wrong, by its name. */
export type FieldErrors = Partial<Record<string, string>>;

const VISIBILITY_OPTIONS = [
  {
    value: "open" as const,
    label: "Open to the workspace",
    hint: "Every member sees it; contributors see it once they are named on it.",
  },
  {
    value: "restricted" as const,
    label: "Restricted to named members",
    hint: "Nobody else sees that it exists. Admins see everything.",
  },
];

/** The fields of a system. */
export function SystemForm({
  draft,
  onChange,
  errors,
  canSetVisibility = true,
}: {
  draft: SystemDraft;
  onChange: (draft: SystemDraft) => void;
  errors: FieldErrors;
  /** Whoever makes a system says who sees it; later that is an admin's. */
  canSetVisibility?: boolean;
}) {
  return (
    <div className="flex flex-col gap-4">
      <Field label="Name" error={errors.name}>
        <TextField
          value={draft.name}
          placeholder="Guardrail runner"
          autoComplete="off"
          onChange={(name) => onChange({ ...draft, name })}
        />
      </Field>
      <Field
        label="What it is"
        optional
        description="One or two sentences: what runs code that it did not write."
        error={errors.description}
      >
        <TextArea
          rows={2}
          value={draft.description}
          onChange={(description) => onChange({ ...draft, description })}
        />
      </Field>
      {canSetVisibility ? (
        <RadioGroup
          label="Who sees it"
          value={draft.visibility}
          options={VISIBILITY_OPTIONS}
          onChange={(visibility) => onChange({ ...draft, visibility })}
        />
      ) : null}
    </div>
  );
}
