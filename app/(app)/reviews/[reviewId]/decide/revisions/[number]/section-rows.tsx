"use client";
import { useState } from "react";
import { ChangedRows } from "@/components/signoff/changed-rows";
import { ReadRows } from "@/components/signoff/read-rows";
import { LoadMore } from "@/components/ui/load-more";
import { notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { ChangedRow } from "@/lib/signoff/compare-revisions";
import type { ReadRow, SectionId } from "@/lib/signoff/frozen-sections";

/** How many rows follow when somebody asks for more. */
const MORE = 100;

/** Rows of a section: the first ones came with the page, the others come when they are asked for. */
function useRows<R>(path: string, query: Record<string, string>, first: R[]) {
  const [more, setMore] = useState<R[]>([]);
  const [busy, setBusy] = useState(false);
  const rows = more.length === 0 ? first : [...first, ...more];
  const onMore = async () => {
    setBusy(true);
    const asked = new URLSearchParams({ ...query, after: String(rows.length), limit: String(MORE) });
    const answer = await callApi<{ items: R[] }>("GET", `${path}?${asked}`);
    setBusy(false);
    if (answer.ok) setMore([...more, ...answer.value.items]);
    else notifyError(answer.problem.detail);
  };
  return { rows, busy, onMore: () => void onMore() };
}

type Part<R> = { path: string; section: SectionId; total: number; first: R[] };

/** A section of a revision as it was frozen. */
export function ReadSection({ path, section, total, first }: Part<ReadRow>) {
  const { rows, busy, onMore } = useRows(path, { section }, first);
  return (
    <>
      <ReadRows section={section} rows={rows} />
      <Foot shown={rows.length} first={first.length} total={total} busy={busy} onMore={onMore} />
    </>
  );
}

/** What changed in a section of a revision. */
export function ChangedSection({
  path,
  since,
  section,
  total,
  first,
  ...named
}: Part<ChangedRow> & { since: string; label: string; before: string; after: string }) {
  const { rows, busy, onMore } = useRows(path, { section, since }, first);
  return (
    <>
      <ChangedRows rows={rows} {...named} />
      <Foot shown={rows.length} first={first.length} total={total} busy={busy} onMore={onMore} />
    </>
  );
}

/** How many are shown, where not all came with the page; over the last rule of the list. */
function Foot(props: { shown: number; first: number; total: number; busy: boolean; onMore: () => void }) {
  const { shown, first, total, busy, onMore } = props;
  if (total <= first) return null;
  return (
    <div className="-mt-px">
      <LoadMore shown={shown} total={total} busy={busy} onMore={shown < total ? onMore : undefined} />
    </div>
  );
}
