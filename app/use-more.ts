"use client";
import { useState } from "react";
import { notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { Page } from "@/lib/platform/http/paging";

/** A list whose first page came with the document and whose further ones are fetched on demand. */
export function useMore<T>(first: Page<T>, path: string) {
  const [seen, setSeen] = useState(first);
  const [page, setPage] = useState(first);
  const [isBusy, setIsBusy] = useState(false);
  // The document was read again: its first page is the truth, the further ones may be out of date.
  if (seen !== first) {
    setSeen(first);
    setPage(first);
  }
  const more = async () => {
    setIsBusy(true);
    const mark = path.includes("?") ? "&" : "?";
    const answer = await callApi<Page<T>>("GET", `${path}${mark}after=${page.next}`);
    setIsBusy(false);
    if (!answer.ok) return notifyError(answer.problem.detail);
    setPage({ items: [...page.items, ...answer.value.items], next: answer.value.next });
  };
  return { items: page.items, onMore: page.next ? more : undefined, isBusy };
}
