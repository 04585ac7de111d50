"use client";
import { useMemo } from "react";
import { ReviewPage } from "@/components/frame/review-page";
import { CellField } from "@/components/review/cell-field";
import { Section } from "@/components/ui/section";
import type { EntityKind } from "@/lib/review/fields";
import { type CellRow, rowCell } from "@/lib/review/row-cells";
import type { Scope } from "@/lib/review/server/load-scope";
import { saveCellsAt } from "../save-cell";
import { ArtifactInspector } from "./artifact-inspector";
import { Artifacts } from "./artifacts";
import { useArtifacts } from "./use-artifacts";
import { useScope } from "./use-scope";

const TIERS = [
  {
    value: "low",
    label: "Low",
    hint: "A mistake would be a nuisance: no credential and nobody's data is in reach.",
  },
  {
    value: "standard",
    label: "Standard",
    hint: "A mistake would leak or damage the data of one customer or team.",
  },
  {
    value: "high",
    label: "High",
    hint: "A mistake would reach other tenants, production credentials or the host. Findings about missing evidence weigh more.",
  },
];

/** What is reviewed: what is submitted, for which task, whose data, and how much a mistake would cost. */
export function ScopeView({ data }: { data: Scope }) {
  const { review, scope, ...more } = useScope(data);
  const canEdit = review.abilities.includes("content.edit");
  const artifacts = useArtifacts(review.id, more.artifacts, canEdit);
  const save = useMemo(() => saveCellsAt((id) => `/reviews/${id}`), []);
  const field = (name: string) => ({
    entity: "review" as EntityKind,
    field: name,
    rowId: review.id,
    cell: rowCell("review", scope as unknown as CellRow, name),
    version: scope.versions[name] ?? 0,
    editable: canEdit,
    onSave: save,
  });
  return (
    <ReviewPage
      title="Scope"
      lead="What is submitted, for which task, and how much a mistake would cost."
      inspector={
        <ArtifactInspector
          reviewId={review.id}
          row={artifacts.inspected}
          entries={more.entries}
          findings={more.findings}
          onSave={artifacts.save}
          onArchive={artifacts.setArchived}
          canEdit={canEdit}
          onClose={() => artifacts.setView({ row: null })}
        />
      }
    >
      <Section
        title="What is submitted"
        description="What somebody hands in and the system runs, and who may submit it."
      >
        <Artifacts artifacts={artifacts} canEdit={canEdit} />
      </Section>
      <div className="grid gap-x-12 lg:grid-cols-2">
        <Section title="The task">
          <div className="flex flex-col gap-5">
            <CellField {...field("title")} label="Title of the review" />
            <CellField
              {...field("task")}
              label="Which task needs the submitted code?"
              description="What would not work without it."
              placeholder="Screen prompts with rules that customers write"
            />
            <CellField
              {...field("dataSubjects")}
              label="Whose data is within reach?"
              description="Customers, employees, other tenants; and of which kind."
            />
          </div>
        </Section>
        <Section title="The risk">
          <div className="flex flex-col gap-5">
            <CellField {...field("riskTier")} options={TIERS} radio />
            <CellField {...field("notes")} rows={4} placeholder="Anything a later reader should know" />
          </div>
        </Section>
      </div>
    </ReviewPage>
  );
}
