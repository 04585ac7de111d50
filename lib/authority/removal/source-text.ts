import { parse } from "yaml";
import { templatePath } from "@/lib/authority/kubernetes/kinds";
import type { GrantedCapability } from "@/lib/authority/schema";

/** What a patch is made from: the row, and the text of its file where that is at hand. */
export type PatchRow = Pick<
  GrantedCapability,
  "id" | "workload" | "container" | "source" | "target" | "anchor"
>;

/** A document that a patch looks at is small; of a larger one only the row is known. */
const LARGEST_DOCUMENT = 512 * 1024;

/** The steps of an RFC 6901 pointer. */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The document around a source line, parsed; undefined where there is no text or it cannot be read. */
export function documentAround(text: string | undefined, line: number): unknown {
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  const separates = (one: string | undefined) => one !== undefined && /^---(\s|$)/.test(one);
  let first = Math.min(line, lines.length) - 1;
  while (first > 0 && !separates(lines[first])) first -= 1;
  let last = Math.max(first + 1, line);
  while (last < lines.length && !separates(lines[last])) last += 1;
  const piece = lines.slice(separates(lines[first]) ? first + 1 : first, last).join("\n");
  if (piece.length > LARGEST_DOCUMENT) return undefined;
  try {
    return parse(piece, { uniqueKeys: false, merge: true, logLevel: "silent" });
  } catch {
    return undefined;
  }
}

/** The value at some steps; undefined where there is none. */
export function valueAt(root: unknown, steps: readonly string[]): unknown {
  let value = root;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** How many steps lead to the object itself: a List keeps its objects under `items`. */
export function objectSteps(steps: readonly string[]): number {
  let n = 0;
  while (steps[n] === "items" && /^\d+$/.test(steps[n + 1] ?? "")) n += 2;
  return n;
}

export const kindOf = (workload: string): string => workload.split(" ")[0] ?? "";

/** The steps from a workload to its pod's spec. */
export const podSpecSteps = (workload: string): string[] => {
  const kind = kindOf(workload);
  // A Revision of Knative is its own template; its Service and Configuration keep theirs as a Deployment does.
  const steps = kind === "Revision" ? [] : (templatePath(kind, "") ?? ["spec", "template"]);
  return [...steps, "spec"];
};

/** A label as it may be written; stored text shows other words where a value is not shown. */
const isLabelValue = (value: unknown): value is string =>
  typeof value === "string" && /^([A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?)?$/.test(value);

/** The labels of the row's pod and whether its namespace is written; null where the text does not show them. */
export function podFacts(
  row: PatchRow,
  root: unknown,
): { labels: Record<string, string>; hasNamespace: boolean } | null {
  const steps = stepsOf(row.source.pointer);
  const object = valueAt(root, steps.slice(0, objectSteps(steps)));
  const template = templatePath(kindOf(row.workload), "");
  if (!template || valueAt(object, ["kind"]) !== kindOf(row.workload)) return null;
  const written = valueAt(object, [...template, "metadata", "labels"]);
  const labels: Record<string, string> = {};
  if (typeof written === "object" && written !== null) {
    for (const [name, value] of Object.entries(written))
      if (isLabelValue(value) && !/^(pod-template|controller-revision)-hash$/.test(name))
        labels[name] = value;
  }
  return { labels, hasNamespace: typeof valueAt(object, ["metadata", "namespace"]) === "string" };
}
