import type { RowChange } from "@/lib/review/change";
import type { Capability, ReviewContent } from "@/lib/review/content";
import { dirtyTargets } from "@/lib/rules/dirty-targets";
import { evaluateAll, evaluateTargets } from "@/lib/rules/engine";
import {
  exampleCapability,
  exampleEntry,
  exampleExecutor,
  exampleGrant,
  exampleJustification,
  quietContent,
} from "@/lib/rules/example-content";
import { seedsOfChanges } from "@/lib/rules/seeds";
import { sliceOf } from "@/lib/rules/slice";

type Measure = {
  name: string;
  value: number;
  unit: string;
  floor: number;
  ratio: number;
  goal: number;
  ok: boolean;
};

const EXECUTORS = 100;
const ENTRIES = 200;
const CAPABILITIES = 10_000;

const KINDS: [string, Capability["class"], Capability["group"]][] = [
  ["secret-env", "grant", "credentials"],
  ["host-path-rw", "grant", "data"],
  ["host-path-sensitive", "grant", "data"],
  ["egress-any", "grant", "network"],
  ["rbac-secrets", "grant", "credentials"],
  ["memory-unlimited", "missing-limit", "resources"],
  ["shared-kernel", "missing-limit", "kernel"],
  ["image-source", "claim", "data"],
];

/** 100 executors in 50 pods, 200 entry points on 40 artifacts, 10,000 capabilities, a third of them justified. */
function largeContent(): ReviewContent {
  const number = (at: number, of: number) => (at % of) + 1;
  const content = quietContent({
    executors: Array.from({ length: EXECUTORS }, (_, at) =>
      exampleExecutor(at + 1, {
        workload: `Deployment default/runner-${number(at, 50)}`,
        container: `container ${at}`,
        role: at % 4 === 3 ? "neighbour" : "runs-submitted-code",
      }),
    ),
    artifacts: Array.from({ length: 40 }, (_, at) => ({
      ...quietContent().artifacts[0]!,
      id: `A${at + 1}`,
      number: at + 1,
    })),
    entryPoints: Array.from({ length: ENTRIES }, (_, at) =>
      exampleEntry(at + 1, {
        artifactId: `A${number(at, 40)}`,
        executorId: `X${number(at, EXECUTORS)}`,
        crossesBroker: at % 5 === 0 ? "no" : "yes",
        permission: at % 7 === 0 ? null : "guardrails.write",
        submitters: at % 3 === 0 ? ["model-under-injection"] : ["user"],
      }),
    ),
    justifications: Array.from({ length: 60 }, (_, at) => exampleJustification(at + 1)),
    capabilities: Array.from({ length: CAPABILITIES }, (_, at) => {
      const [catalogueId, cls, group] = KINDS[at % KINDS.length]!;
      const isOfPod = at % 10 === 0;
      return exampleCapability(at + 1, {
        catalogueId,
        class: cls,
        group,
        executorId: isOfPod ? null : `X${number(at, EXECUTORS)}`,
        workload: `Deployment default/runner-${number(at, 50)}`,
        anchor: `anchor ${at % 300}`,
        endsConfinement: catalogueId === "host-path-sensitive",
        justificationId: at % 3 === 0 ? `J${number(at, 60)}` : null,
        decision: at % 11 === 0 ? "accept" : null,
        grant: exampleGrant({ catalogueId, origin: at % 17 === 0 ? "unknown" : "default" }),
      });
    }),
  });
  // As it comes from the database: parsed JSON, whose rows share one shape.
  return JSON.parse(JSON.stringify(content)) as ReviewContent;
}

/** The median time of some runs in milliseconds. */
function median(runs: number, work: () => unknown): number {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

/** The floor: one pass over the same rows that reads every property. */
function readEverything(content: ReviewContent): number {
  let read = 0;
  for (const rows of Object.values(content)) {
    for (const row of (Array.isArray(rows) ? rows : [rows]) as object[]) {
      for (const key in row) if ((row as Record<string, unknown>)[key] !== undefined) read++;
    }
  }
  return read;
}

function measure(
  name: string,
  limit: number,
  runs: number,
  work: () => unknown,
  floor: () => unknown,
): Measure {
  median(Math.ceil(runs / 4), work);
  const value = median(runs, work);
  const least = median(runs, floor);
  return {
    name,
    value,
    unit: "ms",
    floor: least,
    ratio: value / least,
    goal: limit,
    ok: value <= limit,
  };
}

async function wholeReview(): Promise<Measure> {
  const content = largeContent();
  return measure(
    "all rules over 10,000 capabilities and 200 entry points",
    60,
    30,
    () => evaluateAll(content),
    () => readEverything(content),
  );
}

async function oneCell(): Promise<Measure> {
  const content = largeContent();
  const row = content.capabilities[4_321]!;
  const change: RowChange = {
    op: "update",
    table: "capability",
    id: row.id,
    set: { decision: "accept", versions: { decision: 7 } },
    before: {
      decision: null,
      versions: {},
      executorId: row.executorId,
      workload: row.workload,
      justificationId: null,
    },
  };
  // The slice comes from the database; what is measured is what the rules do with it.
  const slice = sliceOf(content, seedsOfChanges([change]));
  return measure(
    "one cell's edit re-evaluated",
    0.5,
    500,
    () => evaluateTargets(slice, dirtyTargets([change], slice)),
    () => readEverything(slice),
  );
}

/** What `npm run bench` runs of the rules. */
export const measures: (() => Promise<Measure>)[] = [wholeReview, oneCell];
