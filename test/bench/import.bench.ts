import { monitorEventLoopDelay } from "node:perf_hooks";
import { bundle } from "@/lib/cli/bootstrap.mjs";
import { endPool } from "@/lib/platform/db/pool";
import { attachConfiguration } from "@/lib/review/server/configurations-attach";
import { previewConfiguration } from "@/lib/review/server/configurations-preview";
import { createReview } from "@/lib/review/server/create-review";
import { createSystem } from "@/lib/review/server/create-system";
import { startBenchServer } from "./bench-server";

type Measure = {
  name: string;
  value: number;
  unit: string;
  floor: number;
  ratio: number;
  goal: string;
  ok: boolean;
};

const WORKLOADS = 500;

/** A system of some 10,000 capabilities. */
function manifest(): string {
  return Array.from(
    { length: WORKLOADS },
    (_, n) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: worker-${n}, namespace: jobs }
spec:
  selector: { matchLabels: { app: worker-${n} } }
  template:
    metadata: { labels: { app: worker-${n} } }
    spec:
      containers:
        - name: worker
          image: registry.example.com/jobs/worker:${n}
          env:
            - name: QUEUE_URL
              valueFrom: { secretKeyRef: { name: queue-${n}, key: url } }
`,
  ).join("---\n");
}

/** The longest time that something kept this process from answering, in milliseconds. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

async function importing(): Promise<Measure> {
  process.env.CORDON_DERIVE_WORKER = await bundle("derive-worker", "lib/authority/server/derive-worker.ts");
  const server = await startBenchServer(0);
  const { actor } = server;
  const system = await createSystem(actor, { name: "Import", description: "", visibility: "open" });
  const review = await createReview(actor, system.id, { title: "Import" });
  const body = {
    files: [{ name: "jobs.yaml", text: manifest() }],
    environment: "production",
    provenance: "captured" as const,
  };
  const { signal } = new AbortController();
  const floor = await longestBlock(() => new Promise((done) => setTimeout(done, 2_000)));
  let configDigest = "";
  const preview = await longestBlock(async () => {
    ({ configDigest } = await previewConfiguration(actor, review.id, body, signal));
  });
  const attach = await longestBlock(() =>
    attachConfiguration(
      actor,
      review.id,
      {
        ...body,
        configDigest,
        roles: [
          { workload: "Deployment jobs/worker-0", container: "worker", role: "runs-submitted-code" as const },
        ],
      },
      signal,
    ),
  );
  await endPool();
  await server.stop();
  process.stderr.write(`  preview ${preview.toFixed(0)} ms, attach ${attach.toFixed(0)} ms\n`);
  const value = Math.max(preview, attach);
  return {
    name: "import of 10,000 rows: longest block of the event loop",
    value,
    unit: "ms",
    floor,
    ratio: value / floor,
    goal: "≤ 50 ms",
    ok: value <= 50,
  };
}

export const measures: Array<() => Promise<Measure>> = [importing];
