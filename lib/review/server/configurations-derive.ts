import type { CaptureRecord } from "@/lib/authority/capture-record";
import type { DeriveResult } from "@/lib/authority/schema";
import { deriveInWorker } from "@/lib/authority/server/derive-in-worker";
import { problem } from "@/lib/kernel/errors";
import { deriveInput, type PreviewBody } from "./configurations-input";

/** A file's text as it may be stored: secrets replaced in place, comments blanked, lines kept. */
export type Redacted = { name: string; text: string };

/**
 * Unpacks and derives a configuration in a worker thread; leaving the page ends it.
 *
 * @param wantsText whether the redacted texts are needed too
 * @throws ProblemError `invalid-input` when it was cancelled or is more than the worker can hold
 */
export async function derivedFrom(
  body: Pick<PreviewBody, "files" | "environment">,
  signal: AbortSignal,
  wantsText = false,
): Promise<{ result: DeriveResult; redacted: Redacted[]; capture: CaptureRecord | null }> {
  const redacted: Redacted[] = [];
  let capture: CaptureRecord | null = null;
  try {
    const result = await deriveInWorker(deriveInput(body), {
      signal,
      onCapture: (record) => {
        capture = record;
      },
      ...(wantsText
        ? { onRedacted: (file: Redacted) => void redacted.push({ ...file, text: storable(file.text) }) }
        : {}),
    });
    return { result, redacted, capture };
  } catch (error) {
    if (signal.aborted) throw problem("invalid-input", "The import was cancelled. Nothing was changed.");
    // Which of many files it was is not known; nothing of them is said.
    throw problem("invalid-input", "This configuration could not be read to its end. Import it in parts.", {
      internal: error,
    });
  }
}

/** PostgreSQL holds no NUL, and half a surrogate pair would change what is stored without a word. */
const storable = (text: string): string => text.replaceAll("\u0000", "\uFFFD").toWellFormed();
