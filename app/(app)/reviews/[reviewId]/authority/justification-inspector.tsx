"use client";
import Link from "next/link";
import { useState } from "react";
import { JustificationCells } from "@/components/authority/justification-cells";
import { justificationRow } from "@/components/authority/justification-columns";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { counted } from "@/components/ui/count";
import { Section } from "@/components/ui/section";
import { notify, notifyError } from "@/components/ui/toast";
import type { CellSaves } from "@/components/worksheet/save-store";
import type { OnSaveCell } from "@/components/worksheet/types";
import { worksheetHref } from "@/components/worksheet/view-url";
import { callApi } from "@/lib/platform/http/browser";
import type { Branch } from "@/lib/review/authority/by-need";
import type { AuthorityExecutor, AuthorityJustification } from "@/lib/review/authority/page";

/** One justification: its words, and where it covers what. */
export function JustificationInspector({
  reviewId,
  justification,
  branches,
  executors,
  canEdit,
  saves,
  onSave,
}: {
  reviewId: string;
  justification: AuthorityJustification;
  branches: readonly Branch[];
  executors: ReadonlyMap<string, AuthorityExecutor>;
  canEdit: boolean;
  saves: CellSaves;
  onSave: OnSaveCell;
}) {
  const [busy, setBusy] = useState(false);
  const covered = branches.flatMap((branch) => {
    const place = branch.places.find(({ key }) => key === `need:${justification.id}`);
    return place ? [{ executor: branch.id === null ? null : (executors.get(branch.id) ?? null), place }] : [];
  });
  const path = `/reviews/${reviewId}/justifications/${justification.id}`;
  const archive = async () => {
    setBusy(true);
    const answer = await callApi("POST", `${path}/archive`);
    setBusy(false);
    if (!answer.ok) return notifyError(answer.problem.detail);
    notify(`J${justification.number} was archived. Its number stays.`);
  };
  return (
    <div className="flex flex-col gap-4">
      <JustificationCells
        row={justificationRow(justification, canEdit)}
        saves={saves}
        onSave={onSave}
        stacked
      />
      <Section title="Covers" level={3}>
        {covered.length === 0 ? <p className="text-ink-3">No capability yet.</p> : null}
        <ul>
          {covered.map(({ executor, place }) => (
            <li
              key={executor?.id ?? "none"}
              className="flex justify-between gap-3 border-b py-1.5 first:border-t"
            >
              <span>{executor ? `X${executor.number} ${executor.name}` : "Held by nobody here"}</span>
              <Link
                className="link"
                href={worksheetHref(`/reviews/${reviewId}/authority/flat`, {
                  filters: [
                    { id: "justification", op: "in", values: [justification.id] },
                    ...(executor ? [{ id: "executor", op: "in" as const, values: [executor.id] }] : []),
                  ],
                })}
              >
                {counted(place.count, "capability", "capabilities")}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      {canEdit && covered.length === 0 ? (
        <div>
          <AlertDialog
            title={`Archive J${justification.number}?`}
            confirm="Archive justification"
            busy={busy}
            onConfirm={() => void archive()}
            trigger={<Button size="small">Archive</Button>}
          >
            It covers nothing. Its number is not used again.
          </AlertDialog>
        </div>
      ) : null}
    </div>
  );
}
