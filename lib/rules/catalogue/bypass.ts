import { cellOf } from "@/lib/review/cell";
import type { EntryPoint } from "@/lib/review/content";
import type { Submitter } from "@/lib/review/vocabulary";
import { artifactOf, type ContentIndex, entriesOf, executorOf } from "../content-index";
import { exampleEntry, exampleExecutor, quietContent } from "../example-content";
import type { Fired, Rule } from "../schema";
import { targetOf } from "../targets";
import { counted, listed, namedEntry, namedExecutor } from "../words";

/** Who may submit or replace through an entry point: its own answer, else its artifact's. */
export function submittersOf(entry: EntryPoint, index: ContentIndex): readonly Submitter[] {
  if (entry.submitters !== null && entry.submitters.length > 0) return entry.submitters;
  // "Unknown" is an answer of the entry point's own, and not the artifact's.
  if (entry.answers.submitters) return [];
  return artifactOf(index, entry)?.submitters ?? [];
}

/**
 * Whether an entry point executes what was submitted without crossing the broker. "Not applicable"
 * counts as not crossing: it says that no broker is there, and this rule is critical.
 */
export function avoidsBroker(entry: EntryPoint): boolean {
  if (entry.executes !== "yes" || entry.answers.executes) return false;
  const route = cellOf(entry, "crossesBroker");
  return route.state === "not-applicable" || (route.state === "value" && route.value === "no");
}

const onlyAdministrators = (entry: EntryPoint, index: ContentIndex): boolean => {
  const submitters = submittersOf(entry, index);
  return submitters.length > 0 && submitters.every((submitter) => submitter === "administrator");
};

function bypass(entries: EntryPoint[], where: string, index: ContentIndex): Fired | null {
  const [first] = entries;
  if (!first) return null;
  const isMild = entries.every((entry) => onlyAdministrators(entry, index));
  const reason =
    entries.length === 1
      ? `${namedEntry(first)} runs in ${where} and does not cross the broker.`
      : `${counted(entries.length, "entry point runs", "entry points run")} in ${where} without crossing the broker: ${listed(entries.map(namedEntry))}.`;
  return {
    severity: isMild ? "high" : "critical",
    reason: isMild ? `${reason} Only administrators can submit there.` : reason,
    lists: entries.map((entry) => targetOf("entry", entry)),
  };
}

/** ENT-01: submitted code reaches an executor without crossing the broker. */
export const bypassRule: Rule = {
  id: "ENT-01",
  question: 1,
  target: "executor",
  scope: "group",
  severity: "critical",
  title: "Submitted code reaches an executor without crossing the broker",
  explanation:
    "The broker is where submitted code is checked, recorded and sent into confinement. A path around it makes every control behind it optional; public advisories show it again and again in test, preview, validate and update paths.",
  resolve: [
    "Route the entry point through the broker, and record that it crosses.",
    "Remove the entry point, and archive its row.",
    "Accept it as a residual risk with an owner and a date.",
  ],
  reference: "CVE-2025-3248 (Langflow, validate), CVE-2026-40217 (LiteLLM, test); CWE-424",
  notApplicable: false,
  listsCauses: true,
  when: "always",
  examples: {
    fires: () =>
      quietContent({
        entryPoints: [
          exampleEntry(1),
          exampleEntry(2, { name: "Registration", executorId: "X2", crossesBroker: "no" }),
        ],
        executors: [exampleExecutor(1), exampleExecutor(2, { name: "Application process" })],
      }),
    quiet: () =>
      quietContent({
        entryPoints: [exampleEntry(1), exampleEntry(2, { executes: "no", crossesBroker: "no" })],
      }),
  },
  evaluate: {
    executor: (executor, index) =>
      bypass(entriesOf(index, executor).filter(avoidsBroker), namedExecutor(executor), index),
    // A path whose executor nobody named is a bypass all the same.
    entry: (entry, index) =>
      avoidsBroker(entry) && !executorOf(index, entry)
        ? bypass([entry], "an executor that is not named", index)
        : null,
  },
};
