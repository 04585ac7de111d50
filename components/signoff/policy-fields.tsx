"use client";
import { MultiCombobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { SEVERITIES, SEVERITY_WORDS } from "@/lib/review/vocabulary";
import type { PolicyView } from "@/lib/signoff/policy-view";
import type { SignOffTerms } from "@/lib/signoff/terms";

const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] }));

/** The fields of the terms of signing off. */
export function PolicyFields({
  terms,
  onTerms,
  approvers,
  errorAt,
}: {
  terms: SignOffTerms;
  onTerms: (patch: Partial<SignOffTerms>) => void;
  approvers: PolicyView["approvers"];
  /** The refusal that belongs to a field, if there is one. */
  errorAt: (field: string) => string | undefined;
}) {
  const number = (field: "quorum" | "validityDays" | "warningDays", unit: string) => (
    <span className="flex items-center gap-2">
      <TextField
        name={field}
        inputMode="numeric"
        className="w-20 text-right"
        value={Number.isNaN(terms[field]) ? "" : String(terms[field])}
        onChange={(text) => onTerms({ [field]: text.trim() === "" ? Number.NaN : Number(text) })}
      />
      <span className="text-ink-2">{unit}</span>
    </span>
  );
  return (
    <>
      <Field
        label="Approvals needed"
        description="By different people, on the same frozen content."
        error={errorAt("quorum")}
      >
        {number("quorum", terms.quorum === 1 ? "person" : "people")}
      </Field>
      <Field
        label="Who may approve"
        description="Leave it empty for everybody with the role. Named people still need the role."
        error={errorAt("approverIds")}
      >
        <MultiCombobox
          value={terms.approverIds}
          onChange={(approverIds) => onTerms({ approverIds })}
          options={approvers.map(({ id, name, role }) => ({ value: id, label: name, hint: role }))}
          placeholder={terms.approverIds.length === 0 ? "Everybody with the role" : "Add…"}
        />
      </Field>
      <RadioGroup
        label="Admins"
        value={terms.adminsApprove ? "yes" : "no"}
        onChange={(value) => onTerms({ adminsApprove: value === "yes" })}
        options={[
          { value: "yes", label: "May approve, as their role includes the approver’s" },
          { value: "no", label: "Do not approve, unless they are named above" },
        ]}
      />
      <RadioGroup
        label="A revision in which one wrote"
        value={terms.ownText ? "yes" : "no"}
        onChange={(value) => onTerms({ ownText: value === "yes" })}
        options={[
          { value: "yes", label: "May be approved; what one wrote is shown with the approval" },
          { value: "no", label: "Is for others to approve" },
        ]}
      />
      <Field label="In force for at most" error={errorAt("validityDays")}>
        {number("validityDays", "days")}
      </Field>
      <Field
        label="The highest severity that may be accepted"
        description="A risk is as severe as it says, or as the worst finding that it covers."
        error={errorAt("highestSeverity")}
      >
        <Select
          value={terms.highestSeverity}
          onChange={(highestSeverity) => onTerms({ highestSeverity })}
          options={SEVERITY_OPTIONS}
          className="w-40"
        />
      </Field>
      <Field
        label="Warn of the end of a risk"
        description="Before its last day."
        error={errorAt("warningDays")}
      >
        {number("warningDays", "days")}
      </Field>
    </>
  );
}
