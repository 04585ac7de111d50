import { dirname, join } from "node:path";
import { pdfChildPath } from "@/lib/platform/pdf/make-pdf";
import type { PdfData } from "@/lib/platform/pdf/pdf-protocol";
import type { ReportMaterial } from "./material";
import { contentOf } from "./report-content";

/** Of fewer rows a report is worded in some 30 ms; the child would take longer to load what words it. */
const FEW_ROWS = 2_000;
/** A snapshot, in characters of base 64, takes some 150 for each row. */
const SMALL_SNAPSHOT = FEW_ROWS * 150;

/** What the child is given: a small report's content, or the material of one that would keep others waiting. */
export const reportData = (material: ReportMaterial): PdfData =>
  isSmall(material)
    ? { content: contentOf(material) }
    : { module: join(dirname(pdfChildPath()), "report-content.mjs"), from: material };

function isSmall(material: ReportMaterial): boolean {
  if ("frozen" in material) return material.frozen.bytes.length < SMALL_SNAPSHOT;
  const { content, findings, events } = material.live;
  return content.capabilities.length + findings.length + (events?.length ?? 0) < FEW_ROWS;
}
