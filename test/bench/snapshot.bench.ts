import { endPool } from "@/lib/platform/db/pool";
import { createRow } from "@/lib/review/server/create-row";
import { currentBlockers } from "@/lib/signoff/server/blockers";
import { snapshotBytes } from "@/lib/signoff/server/revisions";
import { submitRevision } from "@/lib/signoff/server/submit-revision";
import { withdrawRevision } from "@/lib/signoff/server/withdraw-revision";
import { SCENARIOS } from "@/prisma/scenarios/index-of-scenarios";
import { median, startBenchServer } from "./bench-server";

const ROUNDS = 7;
const value = (of: unknown) => ({ state: "value" as const, value: of });

/** Submitting the large review: everything is read, frozen, compressed and stored, under its lock. */
async function snapshotOfLarge() {
  const server = await startBenchServer(1);
  const { actor } = server;
  const { reviewId } = await SCENARIOS.large!(actor);
  const covers = (await currentBlockers(actor, reviewId)).flatMap(({ lists }) => lists);
  for (let from = 0; from < covers.length; from += 500) {
    await createRow(actor, reviewId, "risk", {
      title: value("What stays"),
      covers: value(covers.slice(from, from + 500)),
      severity: value("high"),
      treatment: value("accept"),
      rationale: value("For this bench."),
      owner: value(actor.id),
      expiresAt: value("2099-01-01"),
    });
  }
  const times: number[] = [];
  let bytes: Uint8Array = new Uint8Array();
  for (let round = 0; round < ROUNDS; round++) {
    await createRow(actor, reviewId, "artifact", { name: value(`Round ${round}`) });
    const start = performance.now();
    const { revisionId } = await submitRevision(actor, reviewId, "");
    times.push(performance.now() - start);
    ({ bytes } = await snapshotBytes(actor, reviewId, revisionId));
    await withdrawRevision(actor, reviewId, revisionId, "");
  }
  const document = JSON.parse(Buffer.from(bytes).toString("utf8")) as unknown;
  const floors = times.map(() => {
    const start = performance.now();
    JSON.stringify(document);
    return performance.now() - start;
  });
  await endPool();
  await server.stop();
  const middle = median(times);
  const floor = median(floors);
  return {
    name: "snapshot of the large review, submitted",
    value: middle,
    unit: "ms",
    floor,
    ratio: middle / floor,
    goal: "≤ 300 ms",
    ok: middle <= 300,
  };
}

export const measures = [snapshotOfLarge];
