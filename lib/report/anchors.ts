import type { Ref, Report } from "./model";

/** A list of more rows than this is printed without links: nobody follows the four hundredth. */
const MOST_LINKED = 40;
/** From so many rows on no list has links: those of ten thousand rows take 600 MB. */
const MANY_ROWS = 2_000;

/**
 * The rows to which something leads: printed here, and named elsewhere. A frozen report may name a row
 * that was archived before it was frozen, and a place for each of ten thousand rows takes its time.
 */
export function anchorsOf(report: Report): Record<string, true> {
  const wanted = namedIn(report);
  const anchors: Record<string, true> = {};
  for (const number of printedIn(report)) if (wanted.has(number)) anchors[number] = true;
  return anchors;
}

function* printedIn(report: Report): Generator<string> {
  const lists = [report.scope.artifacts, report.entryPoints, report.executors, report.risks];
  for (const list of lists) for (const { number } of list) yield number;
  for (const { places } of report.executors) {
    for (const { justification, capabilities } of places) {
      if (justification) yield justification.number;
      for (const { number } of capabilities) yield number;
    }
  }
  for (const { findings } of report.findings) for (const { number } of findings) yield number;
  for (const { rule } of report.rules) yield rule;
}

function namedIn(report: Report): Set<string> {
  const named = new Set<string>();
  const add = (ref: Ref | null) => {
    if (ref?.label) named.add(ref.label);
  };
  const most = rowsIn(report) > MANY_ROWS ? 0 : MOST_LINKED;
  const addAll = (labels: readonly string[]) => {
    if (labels.length <= most) for (const label of labels) named.add(label);
  };
  for (const { number, target } of report.summary.worst) {
    named.add(number);
    add(target);
  }
  for (const { artifact, executor } of report.entryPoints) {
    add(artifact);
    add(executor);
  }
  for (const { findings } of report.findings) {
    for (const { rule, target, lists, coveredBy } of findings) {
      named.add(rule);
      add(target);
      addAll(lists);
      for (const risk of coveredBy) named.add(risk);
    }
  }
  for (const { row } of report.notApplicable) add(row);
  for (const { rejects } of report.certificates) for (const ref of rejects) add(ref);
  for (const { covers } of report.risks) addAll(covers.map(({ label }) => label));
  return named;
}

const rowsIn = ({ executors }: Report): number =>
  executors.reduce(
    (sum, { places }) => places.reduce((rows, { capabilities }) => rows + capabilities.length, sum),
    0,
  );
