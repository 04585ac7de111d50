import { Readable } from "node:stream";
import type { Actor } from "@/lib/identity/actor";
import { makePdf } from "@/lib/platform/pdf/make-pdf";
import { reviewHead } from "@/lib/review/server/access";
import { fileNameOf } from "../file-name";
import { loadMaterial, type ReportWanted } from "./load-report";
import { reportData } from "./report-data";
import { noteProgress } from "./report-progress";
import { reportTemplate } from "./report-template";

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
  const head = await reviewHead(actor, reviewId);
  const progress = noteProgress(actor, reviewId, key);
  let revision: { number: number; state: string; digest: string | null } | undefined;
  try {
    const made = await makePdf(
      reportTemplate(),
      async () => {
        const material = await loadMaterial(actor, reviewId, wanted);
        ({ revision } = "live" in material ? material.live : material.frozen);
        return reportData(material);
      },
      { signal, onProgress: progress.say },
    );
    const stream = made.file.createReadStream({ start: 0, autoClose: true });
    const name = { system: head.system.name, review: head.number, revision: revision! };
    return new Response(Readable.toWeb(stream) as ReadableStream, {
      headers: {
        "content-type": "application/pdf",
        "content-length": String(made.bytes),
        "content-disposition": `attachment; filename="${fileNameOf(name, ".pdf")}"`,
        "cache-control": "no-store",
        ...(revision!.digest && { "x-cordon-digest": revision!.digest }),
      },
    });
  } finally {
    progress.end();
  }
}
