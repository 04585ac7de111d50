import { newId } from "@/lib/kernel/ids";
import { runUnitOfWork, type Tx } from "@/lib/platform/unit-of-work/run";
import type { RowChange } from "@/lib/review/change";
import { createReview } from "@/lib/review/server/create-review";
import { createSystem } from "@/lib/review/server/create-system";
import { CHECKLIST_KINDS } from "@/lib/review/vocabulary";
import { madeUpConfiguration, type Scenario } from "./scenario";

const EXECUTORS = 100;
const ENTRY_POINTS = 200;
const CAPABILITIES_EACH = 100;
const ARTIFACTS = 20;

/** Kinds of row that a large system has, by catalogue id; the rest of a row follows from the counter. */
const SHAPES = [
  {
    id: "secret-env",
    class: "grant",
    group: "credentials",
    severity: "medium",
    title: "Secret in the environment",
  },
  { id: "host-path-rw", class: "grant", group: "data", severity: "high", title: "Writable host path" },
  { id: "secret-volume", class: "grant", group: "data", severity: "medium", title: "Secret files" },
  { id: "egress-any", class: "grant", group: "network", severity: "high", title: "Any destination" },
  {
    id: "cloud-metadata",
    class: "grant",
    group: "network",
    severity: "high",
    title: "Cloud metadata service",
  },
  {
    id: "memory-unlimited",
    class: "missing-limit",
    group: "resources",
    severity: "high",
    title: "No memory limit",
  },
  {
    id: "pids-unlimited",
    class: "missing-limit",
    group: "resources",
    severity: "high",
    title: "No process limit",
  },
  {
    id: "run-as-root",
    class: "missing-limit",
    group: "kernel",
    severity: "medium",
    title: "May run as root",
  },
  {
    id: "writable-rootfs",
    class: "missing-limit",
    group: "kernel",
    severity: "medium",
    title: "Writable root",
  },
  { id: "cap-add", class: "grant", group: "kernel", severity: "medium", title: "Added capability" },
] as const;

/** 200 entry points, 100 executors and 10,000 capabilities: what a page has to stand. */
export const large: Scenario = async (actor) => {
  const system = await createSystem(actor, {
    name: "Large",
    description: "Made for measuring.",
    visibility: "open",
  });
  const { id: reviewId } = await createReview(actor, system.id, { title: "Large review" });
  await runUnitOfWork(actor, reviewId, async (tx) => {
    const permit = tx.authorize("configuration.attach");
    const configurationId = newId();
    const artifacts = Array.from({ length: ARTIFACTS }, () => newId());
    const executors = Array.from({ length: EXECUTORS }, () => newId());
    const changes: RowChange[] = [
      madeUpConfiguration(tx, configurationId),
      ...artifacts.map((id, n) => artifact(tx, id, n)),
      ...executors.map((id, n) => executor(tx, id, n)),
      ...Array.from({ length: ENTRY_POINTS }, (_, n) => entryPoint(tx, n, artifacts, executors)),
      ...justifications(tx),
    ];
    const covering = changes.filter(({ table }) => table === "justification").map((change) => idOf(change));
    for (const [n, executorId] of executors.entries()) {
      for (let at = 0; at < CAPABILITIES_EACH; at++) {
        changes.push(...capability(tx, { executorId, n, at, configurationId, covering }));
      }
    }
    tx.write(permit, {
      type: "configuration.attached",
      inParts: true,
      changes,
      words: "10,000 capabilities",
    });
  });
  return { reviewId };
};

const idOf = (change: RowChange): string => (change.op === "insert" ? String(change.row.id) : change.id);
const insert = (table: RowChange["table"], row: Record<string, unknown>): RowChange => ({
  op: "insert",
  table,
  row,
});
const celled = { answers: {}, versions: {} };

const artifact = (tx: Tx, id: string, n: number): RowChange =>
  insert("artifact", {
    id,
    number: tx.nextNumber("A"),
    name: `Artifact ${n + 1}`,
    submitters: ["user"],
    ...celled,
  });

const executor = (tx: Tx, id: string, n: number): RowChange =>
  insert("executor", {
    id,
    number: tx.nextNumber("X"),
    name: `worker-${n + 1}`,
    workload: `Deployment prod/worker-${n + 1}`,
    container: "worker",
    role: "runs-submitted-code",
    process: "worker",
    account: `uid ${10_000 + n}`,
    layers: [{ kind: "container", note: "" }],
    reuse: n % 3 === 0 ? "shared" : "per-run",
    inheritsSecrets: n % 5 === 0 ? "yes" : "no",
    applicationProcess: "no",
    ...celled,
  });

const entryPoint = (tx: Tx, n: number, artifacts: string[], executors: string[]): RowChange =>
  insert("entry_point", {
    id: newId(),
    number: tx.nextNumber("E"),
    name: `Entry point ${n + 1}`,
    kind: CHECKLIST_KINDS[n % CHECKLIST_KINDS.length],
    artifactId: artifacts[n % ARTIFACTS],
    executorId: executors[n % EXECUTORS],
    submitters: n % 4 === 0 ? ["administrator"] : ["user"],
    permission: "job:run",
    crossesBroker: n % 7 === 0 ? "no" : "yes",
    executes: "yes",
    ...celled,
  });

const justifications = (tx: Tx): RowChange[] =>
  Array.from({ length: 40 }, (_, n) =>
    insert("justification", {
      id: newId(),
      number: tx.nextNumber("J"),
      purpose: `Job kind ${n + 1} reads its inputs and writes its results.`,
      limit: "The role may reach the job's own prefix only.",
      enforcer: "server-side-authorisation",
      coveredAtWriting: {},
      ...celled,
    }),
  );

type Place = { executorId: string; n: number; at: number; configurationId: string; covering: string[] };

function capability(tx: Tx, { executorId, n, at, configurationId, covering }: Place): RowChange[] {
  const shape = SHAPES[at % SHAPES.length]!;
  const id = newId();
  const anchor = `${shape.id}/${Math.floor(at / SHAPES.length)}`;
  const workload = `Deployment prod/worker-${n + 1}`;
  const isCovered = shape.class === "grant" && at % 3 === 0;
  return [
    insert("capability", {
      id,
      number: tx.nextNumber("C"),
      key: `${workload}|worker|${shape.id}|${anchor}`,
      executorId,
      workload,
      container: "worker",
      class: shape.class,
      group: shape.group,
      family: shape.id,
      anchor,
      catalogueId: shape.id,
      severity: shape.severity,
      endsConfinement: false,
      title: `${shape.title}: ${anchor}`,
      decision: isCovered ? "needed" : null,
      justificationId: isCovered ? covering[(n + at) % covering.length] : null,
      ...celled,
    }),
    insert("capability_grant", {
      capabilityId: id,
      configurationId,
      catalogueId: shape.id,
      access: "use",
      extent: [],
      origin: at % 2 === 0 ? "explicit" : "default",
      authority: "configuration",
      severity: shape.severity,
      target: anchor,
      explanation: `${shape.title}.`,
      limits: [],
      file: "large.yaml",
      document: n,
      pointer: "/spec",
      line: n * 100 + at + 1,
    }),
  ];
}
