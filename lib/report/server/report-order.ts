import { join, resolve } from "node:path";
import type { PdfOrder, PdfTemplate } from "@/lib/platform/pdf/pdf-protocol";
import { anchorsOf } from "../anchors";
import { REPORT_FONTS } from "../fonts";
import type { Report } from "../model";

/** The report's template and the fonts that it is set in. */
export function reportTemplate(): PdfTemplate {
  const root = resolve(/* turbopackIgnore: true */ process.env.CORDON_ROOT ?? ".");
  const workspace = join(root, "lib/report/template");
  return {
    workspace,
    main: join(workspace, "report.typ"),
    fonts: REPORT_FONTS.map((directory) => join(root, directory)),
  };
}

/**
 * The order for a report's PDF: the report as data, never as a source of the template's language.
 *
 * @param createdAt ISO 8601; of a frozen revision its own time, so that the same state gives the same bytes
 */
export function reportOrder(report: Report, createdAt: string): PdfOrder {
  return {
    createdAt: Math.floor(new Date(createdAt).getTime() / 1000),
    inputs: { report, anchors: anchorsOf(report) },
  };
}
