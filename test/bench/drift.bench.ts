import { derive } from "@/lib/authority/derive";
import { driftBetween } from "@/lib/authority/drift";
import type { DeriveResult } from "@/lib/authority/schema";
import { median } from "./bench-server";

const ROWS = 10_000;
const ROUNDS = 15;
const GOAL = 50;

/** Deployments whose every fifth has one more mount, and every seventh one less, than at first. */
function manifest(workloads: number, isLater: boolean): string {
  let text = "";
  for (let i = 0; i < workloads; i += 1) {
    const mounts = [`{name: logs, mountPath: /logs${isLater && i % 5 === 0 ? "" : ", readOnly: true"}}`];
    if (!isLater || i % 7 > 0) mounts.push("{name: cache, mountPath: /cache}");
    text += `apiVersion: apps/v1
kind: Deployment
metadata: {name: web-${i}, namespace: team-${i % 40}}
spec:
  template:
    metadata: {labels: {app: web-${i}}}
    spec:
      containers:
      - name: web
        image: registry.example.com/team/web:${isLater ? 2 : 1}
        volumeMounts: [${mounts.join(", ")}]
      volumes:
      - {name: logs, hostPath: {path: /srv/logs/${i}}}
      - {name: cache, hostPath: {path: /srv/cache/${i}}}
---
`;
  }
  return text;
}

const derived = (workloads: number, isLater: boolean): DeriveResult =>
  derive({
    path: "large.yaml",
    files: [{ name: "large.yaml", bytes: new TextEncoder().encode(manifest(workloads, isLater)) }],
  });

/** Two captures of ten thousand rows, compared row by row; the floor only looks every key up. */
async function driftOfLarge() {
  const perWorkload = derived(20, false).capabilities.length / 20;
  const workloads = Math.ceil(ROWS / perWorkload);
  const [before, after] = [derived(workloads, false), derived(workloads, true)];
  const timed = (work: () => unknown): number => {
    const times = Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    });
    return median(times);
  };
  const value = timed(() => driftBetween(before, after));
  const floor = timed(() => {
    const known = new Map(before.capabilities.map((row) => [row.key, row]));
    return after.capabilities.filter(({ key }) => known.has(key)).length;
  });
  return {
    name: `drift of ${before.capabilities.length.toLocaleString("en")} rows`,
    value,
    unit: "ms",
    floor,
    ratio: value / floor,
    goal: `≤ ${GOAL} ms`,
    ok: value <= GOAL,
  };
}

export const measures = [driftOfLarge];
