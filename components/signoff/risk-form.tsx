"use client";
import { FormDialog } from "@/components/review/form-dialog";
import type { Links } from "@/components/signoff/covers-links";
import { CoversPicker, type SearchCoverable } from "@/components/signoff/covers-picker";
import { SEVERITY_OPTIONS, TREATMENT_OPTIONS } from "@/components/signoff/risk-columns";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import type { RowLink } from "@/lib/review/row-link";
import type { RiskDraft } from "@/lib/signoff/new-risk";

/** What RSK-02 asks for before a draft can be submitted. */
const NEEDED = "Needed before submission.";

/** A new residual risk with everything that it is asked for in sight. What is written outlives a closed dialog. */
export function RiskForm({
  open,
  onOpenChange,
  draft,
  onDraft,
  errors,
  error,
  busy,
  left,
  onSubmit,
  onKeep,
  links,
  members,
  onSearch,
  onPicked,
  today,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  draft: RiskDraft;
  onDraft: (patch: Partial<RiskDraft>) => void;
  errors: Partial<Record<keyof RiskDraft, string>>;
  error: string | null;
  busy: boolean;
  /** What of the chosen rows could not be taken along. */
  left: string | null;
  onSubmit: () => void;
  /** Stores it as a draft. */
  onKeep: () => void;
  links: Links;
  members: readonly { id: string; name: string }[];
  onSearch: SearchCoverable;
  onPicked: (link: RowLink) => void;
  /** The first day that may be chosen, YYYY-MM-DD. */
  today: string;
}) {
  return (
    <FormDialog
      title="Write a residual risk"
      description="What stays, who takes it on, why, and until when. Proposed, it covers what it names, and the approvers decide about it. A draft covers nothing."
      open={open}
      onOpenChange={onOpenChange}
      submit="Propose"
      also={
        <Button onClick={onKeep} disabled={busy}>
          Keep as draft
        </Button>
      }
      busy={busy}
      error={error}
      onSubmit={onSubmit}
    >
      <div className="flex flex-col gap-4">
        {left ? <Notice tone="warn">{left}</Notice> : null}
        <Field label="Residual risk" error={errors.title}>
          <TextField
            name="title"
            value={draft.title}
            onChange={(title) => onDraft({ title })}
            maxLength={300}
          />
        </Field>
        <div className="flex flex-col gap-1">
          <p className="font-medium">Covers</p>
          <p className="text-ink-3">Findings, entry points and capabilities, by short number or words.</p>
          <CoversPicker
            value={draft.covers}
            links={links}
            onSearch={onSearch}
            onChange={(covers, picked) => {
              if (picked) onPicked(picked);
              onDraft({ covers });
            }}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Severity" description="How bad it is at its worst.">
            <Select
              value={draft.severity}
              options={SEVERITY_OPTIONS}
              onChange={(severity) => onDraft({ severity })}
            />
          </Field>
          <Field label="Treatment" description={NEEDED}>
            <Select
              value={draft.treatment}
              options={TREATMENT_OPTIONS}
              onChange={(treatment) => onDraft({ treatment })}
            />
          </Field>
        </div>
        <Field label="Rationale" description={`Why it is right to live with this, for now. ${NEEDED}`}>
          <TextArea value={draft.rationale} onChange={(rationale) => onDraft({ rationale })} rows={3} />
        </Field>
        <Field label="Compensating controls" optional description="What holds the harm down meanwhile.">
          <TextArea value={draft.controls} onChange={(controls) => onDraft({ controls })} rows={2} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Owner" description={NEEDED}>
            <Combobox
              value={draft.owner}
              options={members.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder="A member"
              onChange={(owner) => onDraft({ owner })}
            />
          </Field>
          <Field label="Expires" description={NEEDED} error={errors.expiresAt}>
            <TextField
              type="date"
              name="expiresAt"
              min={today}
              value={draft.expiresAt}
              onChange={(expiresAt) => onDraft({ expiresAt })}
            />
          </Field>
        </div>
      </div>
    </FormDialog>
  );
}
