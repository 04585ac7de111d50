"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PdfState } from "@/components/report/make-pdf";
import { callApi } from "@/lib/platform/http/browser";

const ASK_EVERY = 400;

type Progress = { phase: string; place?: number; pages?: number };

/** Has a PDF made, says how far it is, and hands it to the browser when it is complete. */
export function usePdf(reviewId: string) {
  const [state, setState] = useState<PdfState>({ phase: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const make = useCallback(
    async (revision: string, withHistory: boolean) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const key = crypto.randomUUID();
      setState({ phase: "reading" });
      const asking = setInterval(async () => {
        const path = `/reviews/${reviewId}/report-progress/${key}`;
        const answer = await callApi<Progress>("GET", path, undefined, controller.signal);
        if (!answer.ok || answer.value.phase === "none" || controller.signal.aborted) return;
        // What was on its way while the document came must not turn it back.
        setState((now) => (now.phase === "receiving" ? now : (answer.value as PdfState)));
      }, ASK_EVERY);
      try {
        const query = new URLSearchParams({ revision, events: withHistory ? "1" : "0", key });
        const response = await fetch(`/api/v1/reviews/${reviewId}/report.pdf?${query}`, {
          signal: controller.signal,
        });
        clearInterval(asking);
        if (!response.ok) {
          setState({ phase: "failed", detail: await detailOf(response) });
          return;
        }
        const blob = await received(response, (percent) => setState({ phase: "receiving", percent }));
        save(blob, nameOf(response));
        setState({ phase: "done", name: nameOf(response), bytes: blob.size });
      } catch (error) {
        const isOurs = controller.signal.aborted || (error as Error).name === "AbortError";
        setState(
          isOurs
            ? { phase: "idle" }
            : { phase: "failed", detail: "Cordon cannot be reached. Nothing was saved; try again." },
        );
      } finally {
        clearInterval(asking);
        if (running.current === controller) running.current = null;
      }
    },
    [reviewId],
  );
  const cancel = useCallback(() => running.current?.abort(), []);
  return { state, make, cancel };
}

async function detailOf(response: Response): Promise<string> {
  const sent = (await response.json().catch(() => null)) as { detail?: string } | null;
  return sent?.detail ?? `Cordon answered ${response.status}. Try again.`;
}

async function received(response: Response, onPercent: (percent: number) => void): Promise<Blob> {
  const all = Number(response.headers.get("content-length")) || null;
  const reader = response.body!.getReader();
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value as BlobPart);
    bytes += value.byteLength;
    if (all) onPercent(Math.round((bytes / all) * 100));
  }
  return new Blob(parts, { type: "application/pdf" });
}

const nameOf = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "report.pdf";

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
