import { servePdf } from "@/lib/platform/pdf/pdf-child";
import type { PdfContent } from "@/lib/platform/pdf/pdf-protocol";
import { anchorsOf } from "../anchors";
import { reportOf } from "../report-of";
import { type ReportMaterial, sourceOf } from "./material";

/** The entry of the child process that makes the report's PDF: from what was stored to what is printed. */
servePdf((data): PdfContent => {
  const source = sourceOf(data as ReportMaterial);
  const report = reportOf(source);
  return {
    // Of a frozen revision its own time, so that the same state gives the same bytes.
    createdAt: Math.floor(new Date(source.takenAt).getTime() / 1000),
    inputs: { report, anchors: anchorsOf(report) },
  };
});
