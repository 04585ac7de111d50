import type { Report } from "./model";

/** What the template is given: the report, where references lead, and the digest in the footer. */
export type Printable = { report: Report; digest: string | null; anchors: Record<string, true> };

/**
 * Prepares a report for the template. References are links only where the row is printed, since a
 * frozen report may name a row that was archived before it was frozen.
 */
export function printable(report: Report): Printable {
  const anchors: Record<string, true> = {};
  const add = (rows: { number: string }[]) => {
    for (const { number } of rows) if (number !== "") anchors[number] = true;
  };
  add(report.scope.artifacts);
  add(report.entryPoints);
  add(report.executors);
  for (const { places } of report.executors) {
    for (const { justification, capabilities } of places) {
      if (justification) add([justification]);
      add(capabilities);
    }
  }
  for (const { findings } of report.findings) add(findings);
  add(report.risks);
  for (const { rule } of report.rules) anchors[rule] = true;
  const frozen = report.cover.digests.find(({ label }) => label === "Content");
  return { report, digest: frozen?.digest ?? null, anchors };
}
