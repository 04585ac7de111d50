import type { EntryPoint, Executor } from "@/lib/review/content";
import { LAYER_KINDS } from "@/lib/review/vocabulary";
import { type ContentIndex, executorOf, grantsOf } from "../content-index";
import { exampleCapability, exampleEntry, exampleExecutor, quietContent } from "../example-content";
import type { Rule } from "../schema";
import { targetOf } from "../targets";
import { isSaid, listed, namedEntry, namedExecutor } from "../words";

/** ENT-04: the entry points of one artifact are not equally confined. */
export const siblingRule: Rule = {
  id: "ENT-04",
  question: 1,
  target: "artifact",
  scope: "group",
  severity: "high",
  title: "Entry points of one artifact diverge",
  explanation:
    "The same artifact is confined on one path and less so on another: a different executor, isolation, permission or broker route, or mounts and egress that are not equally narrow. Attackers take the widest of them.",
  resolve: [
    "Give every entry point of the artifact the same executor, permission and broker route.",
    "Take from the wider executor what the narrower one does without.",
    "Accept the difference as a residual risk.",
  ],
  reference: "CVE-2026-45395 (Open WebUI, update), CVE-2025-3248 (Langflow, validate); CWE-1220",
  notApplicable: true,
  listsCauses: false,
  when: "always",
  examples: {
    fires: () =>
      quietContent({
        entryPoints: [exampleEntry(1), exampleEntry(2, { name: "Registration", executorId: "X2" })],
        executors: [exampleExecutor(1), exampleExecutor(2, { name: "Application process" })],
        capabilities: [exampleCapability(1, { executorId: "X2", title: "Secret DATABASE_URL" })],
      }),
    quiet: () => quietContent({ entryPoints: [exampleEntry(1), exampleEntry(2, { name: "Registration" })] }),
  },
  evaluate: {
    artifact: (artifact, index) => {
      const siblings = index.entriesOfArtifact.get(artifact.id) ?? [];
      if (siblings.length < 2) return null;
      const running = siblings.filter((entry) => entry.executes === "yes");
      const executors = distinctExecutors(running, index);
      const differences = [
        differs("Executor", running, (entry) => described(executorOf(index, entry), namedExecutor)),
        differs("Layers", running, (entry) => described(executorOf(index, entry), layersOf)),
        differs("Permission", siblings, (entry) => entry.permission?.trim() || null),
        differs("Crosses the broker", running, (entry) => entry.crossesBroker),
      ].filter((difference) => difference !== null);
      const wider = executors.length > 1 ? whatEachReachesAlone(executors, index) : [];
      for (const { executor, rows } of wider) {
        const via = running.filter((entry) => entry.executorId === executor.id);
        differences.push(
          `${listed(via.map(namedEntry), 3)} also ${via.length === 1 ? "reaches" : "reach"}: ${listed(rows.map((row) => row.title))}`,
        );
      }
      if (differences.length === 0) return null;
      return {
        severity: "high",
        reason: `The entry points of ${artifact.name} (A${artifact.number}) differ. ${differences.map(sentence).join(" ")}`,
        lists: [
          ...siblings.map((entry) => targetOf("entry", entry)),
          ...wider.flatMap(({ rows }) => rows.map((row) => targetOf("capability", row))),
        ],
      };
    },
  },
};

function distinctExecutors(entries: EntryPoint[], index: ContentIndex): Executor[] {
  const found = new Set<Executor>();
  for (const entry of entries) {
    const executor = executorOf(index, entry);
    if (executor) found.add(executor);
  }
  return [...found];
}

/** For each executor the grants that not all of the others hold, by family and anchor. */
function whatEachReachesAlone(executors: Executor[], index: ContentIndex) {
  const grants = executors.map((executor) => ({ executor, byKey: grantsOf(index, executor) }));
  return grants
    .map(({ executor, byKey }) => ({
      executor,
      rows: [...byKey]
        .filter(([key]) => !index.shared.has(key) && !grants.every((other) => other.byKey.has(key)))
        .map(([, row]) => row),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** "Executor: Sandbox (X1) for Preview (E1); …": null when all who answered answer alike. Unanswered cells are ENT-02's. */
function differs(
  what: string,
  entries: EntryPoint[],
  valueIn: (entry: EntryPoint) => string | null,
): string | null {
  const groups = new Map<string, { words: string; entries: EntryPoint[] }>();
  for (const entry of entries) {
    const words = valueIn(entry);
    if (!isSaid(words)) continue;
    const group = groups.get(words.toLowerCase());
    if (group) group.entries.push(entry);
    else groups.set(words.toLowerCase(), { words, entries: [entry] });
  }
  if (groups.size < 2) return null;
  const parts = [...groups.values()].map(
    (group) => `${group.words} for ${listed(group.entries.map(namedEntry), 3)}`,
  );
  return `${what}: ${parts.join("; ")}`;
}

const described = (
  executor: Executor | undefined,
  words: (executor: Executor) => string | null,
): string | null => (executor ? words(executor) : null);

const layersOf = (executor: Executor): string | null =>
  executor.layers && executor.layers.length > 0
    ? executor.layers.map((layer) => LAYER_KINDS[layer.kind].label).join(" › ")
    : null;

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
