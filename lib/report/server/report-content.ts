import type { PdfContent } from "@/lib/platform/pdf/pdf-protocol";
import { anchorsOf } from "../anchors";
import { reportOf } from "../report-of";
import { type ReportMaterial, sourceOf } from "./material";

/** What is printed of a report's material. A bundle of its own too, for the child that makes a large one. */
export function contentOf(material: ReportMaterial): PdfContent {
  const source = sourceOf(material);
  const report = reportOf(source);
  return {
    // Of a frozen revision its own time, so that the same state gives the same bytes.
    createdAt: Math.floor(new Date(source.takenAt).getTime() / 1000),
    inputs: { report, anchors: anchorsOf(report) },
  };
}
