import { join, resolve } from "node:path";
import type { PdfTemplate } from "@/lib/platform/pdf/pdf-protocol";
import { REPORT_FONTS } from "../fonts";

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
