import { Readable } from "node:stream";
import type { Actor } from "@/lib/identity/actor";
import { ProblemError } from "@/lib/kernel/errors";
import { makePdf } from "@/lib/platform/pdf/make-pdf";
import { reviewHead } from "@/lib/review/server/access";
import { fileNameOf } from "../file-name";
import { reportOf } from "../report-of";
import type { ReportSource } from "../source";
import { loadReport, type ReportWanted } from "./load-report";
import { reportOrder, reportTemplate } from "./report-order";
import { noteProgress } from "./report-progress";

/**
 * The report as PDF. Nothing is answered before the document is complete; while it is made, the child
 * process starts and the content is read side by side.
 *
 * @param key under which its progress can be asked for
 * @throws ProblemError `not-found`, `busy`, `no-space`, `not-made`
 */
export async function reportPdf(
  actor: Actor,
  reviewId: string,
  wanted: ReportWanted,
  { signal, key }: { signal: AbortSignal; key?: string },
): Promise<Response> {
  await reviewHead(actor, reviewId);
  const progress = noteProgress(actor, reviewId, key);
  let source: ReportSource | undefined;
  try {
    const made = await makePdf(
      reportTemplate(),
      async () => {
        source = await loadReport(actor, reviewId, wanted);
        return reportOrder(reportOf(source), source.takenAt);
      },
      { signal, onProgress: progress.say },
    );
    const stream = made.file.createReadStream({ start: 0, autoClose: true });
    return new Response(Readable.toWeb(stream) as ReadableStream, {
      headers: {
        "content-type": "application/pdf",
        "content-length": String(made.bytes),
        "content-disposition": `attachment; filename="${fileNameOf(source!, ".pdf")}"`,
        "cache-control": "no-store",
        ...(source!.revision.digest && { "x-cordon-digest": source!.revision.digest }),
      },
    });
  } catch (error) {
    // Nobody reads what is answered to a request that was taken back.
    if (signal.aborted && !(error instanceof ProblemError)) return new Response(null, { status: 499 });
    throw error;
  } finally {
    progress.end();
  }
}
