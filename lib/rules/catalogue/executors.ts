import { cellOf, isOpen } from "@/lib/review/cell";
import type { EntryPoint, Executor } from "@/lib/review/content";
import { LAYER_KINDS } from "@/lib/review/vocabulary";
import { runsSubmittedCode } from "../asking";
import { type ContentIndex, entriesOf } from "../content-index";
import { exampleEntry, exampleExecutor, quietContent } from "../example-content";
import type { Rule } from "../schema";
import { targetOf } from "../targets";
import { counted, listed, namedEntry, namedExecutor } from "../words";

const isolationOf = (layer: { kind: keyof typeof LAYER_KINDS }) => LAYER_KINDS[layer.kind].isolation;

/**
 * Layers that go around a whole workload. Where submitted code runs in the application's own process
 * they hold the application and the code together, and keep neither from the other.
 */
const AROUND_THE_APPLICATION = new Set<string>(["vm", "microvm", "gvisor", "pod", "container"]);

/** Whether submitted code runs in the application's own process with no layer but the language's (ENT-03). */
export function sharesTheApplication(executor: Executor): boolean {
  if (executor.applicationProcess !== "yes") return false;
  return (executor.layers ?? []).every(
    (layer) => isolationOf(layer) === "language" || AROUND_THE_APPLICATION.has(layer.kind),
  );
}

/** Marked as running submitted code, or reached by an entry point that executes, whatever its role says. */
const executesSubmittedCode = (executor: Executor, index: ContentIndex): boolean =>
  runsSubmittedCode(executor) || executingEntries(executor, index).length > 0;

const executingEntries = (executor: Executor, index: ContentIndex): EntryPoint[] =>
  entriesOf(index, executor).filter((entry) => entry.executes === "yes");

const always = { scope: "row", target: "executor", question: 1, when: "always", listsCauses: false } as const;

const ownProcessRule: Rule = {
  ...always,
  id: "ENT-03",
  scope: "group",
  severity: "critical",
  title: "Submitted code runs in the application's own process",
  explanation:
    "With no boundary but the language's, submitted code reads the application's memory, secrets and connections. Filters of words, built-ins and imports have been escaped in every language that tried them.",
  resolve: [
    "Run it in a process of its own, with a sandbox around it.",
    "Run it in an isolate or a WebAssembly runtime, and record that layer.",
  ],
  reference: "CVE-2026-22709 (vm2), CVE-2025-3248 (Langflow); CWE-265",
  notApplicable: false,
  examples: {
    fires: () =>
      quietContent({
        executors: [
          exampleExecutor(1, {
            name: "Application process",
            applicationProcess: "yes",
            layers: [
              { kind: "pod", note: "" },
              { kind: "restrictedpython", note: "" },
            ],
          }),
        ],
      }),
    quiet: () =>
      quietContent({
        executors: [exampleExecutor(1, { applicationProcess: "yes", layers: [{ kind: "wasm", note: "" }] })],
      }),
  },
  evaluate: {
    executor: (executor, index) => {
      if (!sharesTheApplication(executor) || !executesSubmittedCode(executor, index)) return null;
      const filters = (executor.layers ?? []).filter((layer) => isolationOf(layer) === "language");
      const but =
        filters.length === 0
          ? "with no layer in between"
          : `held back only by: ${listed(filters.map((layer) => LAYER_KINDS[layer.kind].label))}`;
      return {
        severity: "critical",
        reason: `${namedExecutor(executor)} runs submitted code in the application's own process, ${but}.`,
        lists: executingEntries(executor, index).map((entry) => targetOf("entry", entry)),
      };
    },
  },
};

const nameOnlyRule: Rule = {
  ...always,
  id: "ENT-06",
  severity: "medium",
  title: "An executor is only a name",
  explanation:
    "A function called `safe_execute` is not a boundary. A boundary is a process, an account and layers of isolation that somebody can look at.",
  resolve: [
    "Record the process, the account and the layers, outermost first.",
    "Bind the executor to a container of an attached configuration.",
  ],
  reference: "CWE-693",
  notApplicable: true,
  examples: {
    fires: () =>
      quietContent({
        executors: [
          exampleExecutor(1, {
            name: "safe_execute",
            process: null,
            account: null,
            layers: null,
            applicationProcess: null,
          }),
        ],
      }),
    quiet: () => quietContent({ executors: [exampleExecutor(1, { process: null, account: null })] }),
  },
  evaluate: {
    executor: (executor) => {
      if (!runsSubmittedCode(executor) || executor.workload !== null) return null;
      if (executor.applicationProcess === "yes") return null;
      const cells = [cellOf(executor, "process"), cellOf(executor, "account"), cellOf(executor, "layers")];
      if (!cells.every(isOpen)) return null;
      return {
        severity: "medium",
        reason: `${namedExecutor(executor)} is only a name: no process, account or isolation is recorded.`,
        lists: [],
      };
    },
  },
};

const secretsRule: Rule = {
  ...always,
  id: "ENT-08",
  severity: "high",
  title: "An executor inherits the application's secrets",
  explanation:
    "Whatever runs there can read them from its environment, its files or its parent's memory, and use them from anywhere.",
  resolve: [
    "Start the executor with an environment of its own that names what it needs.",
    "Let the broker hold the secrets and act for the submitted code.",
  ],
  reference: "CWE-526, CWE-522; OWASP LLM02:2025",
  notApplicable: true,
  examples: {
    fires: () => quietContent({ executors: [exampleExecutor(1, { inheritsSecrets: "yes" })] }),
    quiet: () => quietContent(),
  },
  evaluate: {
    executor: (executor, index) => {
      if (executor.inheritsSecrets !== "yes" || !executesSubmittedCode(executor, index)) return null;
      return {
        severity: "high",
        reason: `${namedExecutor(executor)} runs submitted code and inherits the application's secrets.`,
        lists: executingEntries(executor, index).map((entry) => targetOf("entry", entry)),
      };
    },
  },
};

const ENDINGS = [
  ["endsOnRejection", "rejection"],
  ["endsOnTimeout", "timeout"],
  ["endsOnCancellation", "cancellation"],
] as const;

/** The endings that an entry point does not promise: nobody has said, or it goes on. */
function missingEndings(entry: EntryPoint): string[] {
  return ENDINGS.filter(([field]) => {
    const cell = cellOf(entry, field);
    return isOpen(cell) || (cell.state === "value" && cell.value === "no");
  }).map(([, words]) => words);
}

const endingRule: Rule = {
  ...always,
  id: "ENT-13",
  scope: "group",
  severity: "medium",
  title: "It is not said that the worker ends",
  explanation:
    "A submission that is rejected, times out or is cancelled has to take its worker with it, children included; otherwise it goes on with everything that it holds.",
  resolve: [
    "Say for each entry point whether the worker ends on rejection, timeout and cancellation.",
    "Kill the whole process group or the container, and record it.",
  ],
  reference: "CWE-404, CWE-772",
  notApplicable: true,
  listsCauses: true,
  examples: {
    fires: () => quietContent({ entryPoints: [exampleEntry(1, { endsOnTimeout: null })] }),
    quiet: () => quietContent(),
  },
  evaluate: {
    executor: (executor, index) => {
      const open = executingEntries(executor, index).filter((entry) => missingEndings(entry).length > 0);
      if (open.length === 0) return null;
      const missing = new Set(open.flatMap(missingEndings));
      const endings = ENDINGS.map(([, words]) => words).filter((words) => missing.has(words));
      const through =
        open.length === 1
          ? listed(open.map(namedEntry))
          : `${counted(open.length, "entry point", "entry points")} (${listed(open.map(namedEntry))})`;
      return {
        severity: "medium",
        reason: `It is not said that the worker in ${namedExecutor(executor)} ends on ${listed(endings)}: ${through}.`,
        lists: open.map((entry) => targetOf("entry", entry)),
      };
    },
  },
};

const filterOnlyRule: Rule = {
  ...always,
  id: "ENT-14",
  severity: "high",
  title: "Only a filter of words, built-ins or imports stands around the code",
  explanation:
    "Such filters narrow what is easy, and are escaped through what they forgot. They are worth something only inside a boundary of the operating system.",
  resolve: ["Put a process sandbox, a container or a virtual machine around it, and record the layer."],
  reference: "CVE-2024-28397 (js2py), CVE-2026-40217 (LiteLLM); CWE-184",
  notApplicable: true,
  examples: {
    fires: () =>
      quietContent({ executors: [exampleExecutor(1, { layers: [{ kind: "language-filter", note: "" }] })] }),
    quiet: () =>
      quietContent({
        executors: [
          exampleExecutor(1, {
            layers: [
              { kind: "container", note: "" },
              { kind: "language-filter", note: "" },
            ],
          }),
        ],
      }),
  },
  evaluate: {
    executor: (executor, index) => {
      const layers = executor.layers ?? [];
      if (layers.length === 0 || !layers.every((layer) => isolationOf(layer) === "language")) return null;
      // In the application's own process the same cause is ENT-03, which is worse.
      if (!executesSubmittedCode(executor, index) || sharesTheApplication(executor)) return null;
      return {
        severity: "high",
        reason: `Nothing stands around the code in ${namedExecutor(executor)} but: ${listed(layers.map((layer) => LAYER_KINDS[layer.kind].label))}.`,
        lists: [],
      };
    },
  },
};

/** The rules whose subject is an executor and its isolation, ENT-03, 06, 08, 13 and 14. */
export const executorRules: Rule[] = [ownProcessRule, nameOnlyRule, secretsRule, endingRule, filterOnlyRule];
