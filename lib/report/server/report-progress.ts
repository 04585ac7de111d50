import type { Actor } from "@/lib/identity/actor";
import type { PdfProgress } from "@/lib/platform/pdf/make-pdf";

/** How far a report is that somebody is having made; `none` when nothing is made under the key. */
export type ReportProgress = PdfProgress | { phase: "none" };

const shared = globalThis as typeof globalThis & { cordonReportProgress?: Map<string, PdfProgress> };

const keyOf = (actor: Actor, reviewId: string, key: string): string =>
  `${actor.workspaceId} ${actor.id} ${reviewId} ${key}`;

/** Notes how far a report is, and forgets it when `end` is called. */
export function noteProgress(actor: Actor, reviewId: string, key: string | undefined) {
  shared.cordonReportProgress ??= new Map();
  const all = shared.cordonReportProgress;
  const at = keyOf(actor, reviewId, key ?? "");
  return {
    say: (progress: PdfProgress): void => {
      if (key) all.set(at, progress);
    },
    end: (): void => {
      all.delete(at);
    },
  };
}

/** How far the report is that this actor is having made under a key. */
export const progressOf = (actor: Actor, reviewId: string, key: string): ReportProgress =>
  shared.cordonReportProgress?.get(keyOf(actor, reviewId, key)) ?? { phase: "none" };
