import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { run } from "@/lib/cli/push";
import { runCommand } from "@/test/support/command";
import { openStage, type Person, type Stage } from "@/test/support/stage";
import { MANIFEST } from "./examples";

let stage: Stage;
let person: Person;
let folder: string;

beforeAll(async () => {
  stage = await openStage(inject("server"));
  person = await stage.bearer("reviewer", "reviewer");
  folder = mkdtempSync(join(tmpdir(), "cordon-push-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stage.end();
});

/** Pushes a manifest from a file, as a shell would. */
async function push(reviewId: string, text: string, ...options: string[]) {
  const file = join(folder, "pod.yaml");
  writeFileSync(file, text);
  const where = ["--url", stage.url, "--review", reviewId, "--environment", "production"];
  const args = [...where, "--provenance", "rendered", ...options, file];
  return runCommand((io) => run(args, io, { CORDON_TOKEN: person.token! } as unknown as NodeJS.ProcessEnv));
}

const WIDER = MANIFEST.replace(
  "    - name: main\n",
  "    - name: main\n      volumeMounts: [{name: logs, mountPath: /logs}]\n",
).concat("  volumes: [{name: logs, hostPath: {path: /var/log}}]\n");

describe("cordon push, to a running Cordon", () => {
  it("shows, attaches, tells what got wider, and keeps what was said of a container", async () => {
    const { reviewId } = await stage.place();
    const api = stage.client(person);
    const path = `/reviews/${reviewId}/configurations`;

    const looked = await push(reviewId, MANIFEST, "--fail-on-wider");
    expect(looked.status, looked.err).toBe(0);
    expect(looked.out).toContain("Nothing is attached for it yet");
    expect(looked.out).toContain("Pod default/runner [main]");
    expect((await api.get(path)).body.items).toEqual([]);

    const first = await push(reviewId, MANIFEST, "--yes");
    expect(first.status, first.err).toBe(0);
    expect(first.out).toContain("Attached as configuration 1.");
    await stage.sql("update executor set role = 'runs-submitted-code' where review_id = $1", [reviewId]);

    const again = await push(reviewId, MANIFEST, "--yes", "--fail-on-wider");
    expect(again.status).toBe(0);
    expect(again.out).toContain("It is configuration 1 already");

    const wider = await push(reviewId, WIDER, "--yes", "--fail-on-wider");
    expect(wider.status, wider.err).toBe(3);
    expect(wider.out).toMatch(/New \(\d\)\n.*\/var\/log/);
    expect(wider.out).toContain("Attached as configuration 2.");
    expect(wider.out).not.toContain("Not yet said");

    const items = (await api.get(path)).body.items;
    expect(items.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
    const executors = await stage.sql("select role from executor where review_id = $1", [reviewId]);
    expect(executors).toEqual([{ role: "runs-submitted-code" }]);
  });

  it("says that a review is not there, and what cannot be read", async () => {
    const nowhere = await push("019ad1f0-0000-7000-8000-000000000001", MANIFEST);
    expect(nowhere.status).toBe(1);
    expect(nowhere.err).not.toBe("");
    const { reviewId } = await stage.place();
    const torn = await push(reviewId, "kind: Pod\nmetadata: {name: [\n", "--yes");
    expect(torn.status).toBe(2);
    expect(torn.out + torn.err).toContain("pod.yaml");
  });
});
