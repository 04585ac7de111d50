"use client";
import Link from "next/link";
import { useState } from "react";
import { entryPointsHref } from "@/components/entry-point/hrefs";
import { KindReason, type ReasonDraft } from "@/components/entry-point/kind-reason";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { Verdict, type VerdictTone } from "@/components/ui/verdict";
import type { OnSaveCell } from "@/components/worksheet/types";
import { CHECKLIST_QUESTIONS, type ChecklistItem, type ChecklistKind } from "@/lib/review/kind-checklist";
import { ENTRY_POINT_KINDS } from "@/lib/review/vocabulary";

interface KindStripProps {
  reviewId: string;
  items: readonly ChecklistItem[];
  canEdit: boolean;
  /** Saves the answer of a kind; `rowId` is the kind. */
  onSave: OnSaveCell;
  onAdd: (kind: ChecklistKind) => void;
}

const STATES: Record<ChecklistItem["state"], { tone: VerdictTone; word: (item: ChecklistItem) => string }> = {
  "has-entry-points": { tone: "good", word: ({ entryPoints }) => String(entryPoints.length) },
  "does-not-exist": { tone: "off", word: () => "not here" },
  open: { tone: "open", word: () => "open" },
};

/** The nine kinds that every review answers, in one line: entry points, "does not exist here", or open. */
export function KindStrip(props: KindStripProps) {
  const answered = props.items.filter(({ state }) => state !== "open").length;
  return (
    <section aria-label="Kinds of entry point" className="shrink-0 border-b py-2">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 className="text-small text-ink-3">
          {answered} of {props.items.length} kinds answered
        </h2>
        <ul className="-mx-1 flex max-w-full gap-x-1 overflow-x-auto max-md:py-1 md:flex-wrap">
          {props.items.map((item) => (
            <li key={item.kind} className="shrink-0">
              <Kind {...props} item={item} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Kind({ item, reviewId, canEdit, onSave, onAdd }: KindStripProps & { item: ChecklistItem }) {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<ReasonDraft | null>(null);
  const { tone, word } = STATES[item.state];
  const label = ENTRY_POINT_KINDS[item.kind];
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={label}
      trigger={
        <button
          type="button"
          className="flex items-center gap-1.5 rounded-control px-1.5 py-0.5 hover:bg-paper-3 data-popup-open:bg-paper-3"
        >
          {label}
          <Verdict tone={tone}>{word(item)}</Verdict>
        </button>
      }
    >
      <div className="flex w-80 max-w-full flex-col gap-3">
        <p className="text-ink-2">{CHECKLIST_QUESTIONS[item.kind]}.</p>
        {item.entryPoints.length > 0 ? (
          <EntryPointLinks item={item} reviewId={reviewId} />
        ) : (
          <>
            <KindReason
              item={item}
              canEdit={canEdit}
              draft={draft}
              onDraft={setDraft}
              onSave={onSave}
              onSaved={() => setOpen(false)}
            />
            {canEdit ? (
              <div>
                <Button
                  size="small"
                  onClick={() => {
                    setOpen(false);
                    onAdd(item.kind);
                  }}
                >
                  Add an entry point of this kind
                </Button>
              </div>
            ) : null}
          </>
        )}
      </div>
    </Popover>
  );
}

const MOST_LINKS = 8;

function EntryPointLinks({ item, reviewId }: { item: ChecklistItem; reviewId: string }) {
  return (
    <>
      <ul className="flex flex-col gap-1">
        {item.entryPoints.slice(0, MOST_LINKS).map((row) => (
          <li key={row.id}>
            <Link href={`/reviews/${reviewId}/entry-points?row=E${row.number}`} className="link">
              E{row.number} {row.name}
            </Link>
          </li>
        ))}
      </ul>
      <Link href={entryPointsHref(reviewId, "kind", item.kind)} className="link">
        Show {item.entryPoints.length === 1 ? "it" : `all ${item.entryPoints.length}`} in the worksheet
      </Link>
    </>
  );
}
