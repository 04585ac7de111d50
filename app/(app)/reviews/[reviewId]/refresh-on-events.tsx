"use client";
import { useRouter } from "next/navigation";
import { useSettledEvents } from "./use-review-state";

/** Has the server draw the page again after changes; for pages that are read and not edited. */
export function RefreshOnEvents() {
  const router = useRouter();
  useSettledEvents(() => router.refresh());
  return null;
}
