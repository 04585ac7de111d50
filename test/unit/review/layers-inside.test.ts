import { describe, expect, it } from "vitest";
import { derive } from "@/lib/authority/derive";
import { attachPlan, type KnownCapability, type KnownExecutor } from "@/lib/review/authority/attach-plan";
import { containerKey } from "@/lib/review/authority/match-names";

const POD =
  "apiVersion: v1\nkind: Pod\nmetadata: { name: runner }\nspec: { containers: [{ name: main, image: a }] }\n";
const BWRAP = "bwrap --unshare-pid python3\n";
const INSIDE = { workload: "bwrap python3", inside: { workload: "Pod default/runner", container: "main" } };
const KEY = containerKey("Pod default/runner", "main");
const NOW = "2026-11-30T12:00:00.000Z";

const derived = (...texts: string[]) =>
  derive({
    path: "t",
    files: texts.map((text, i) => ({ name: `${i}`, bytes: new TextEncoder().encode(text) })),
  });
const executor = (more: Partial<KnownExecutor> = {}): KnownExecutor => ({
  id: "x",
  number: 1,
  workload: "Pod default/runner",
  container: "main",
  role: null,
  roleReason: null,
  layers: null,
  versions: {},
  ...more,
});
const none = { executors: [], capabilities: [] };

describe("attaching a layer", () => {
  it("puts its rows on the executor that it runs inside, and makes none of its own", async () => {
    const plan = await attachPlan(derived(POD, BWRAP), none, [], NOW, [INSIDE]);
    expect(plan.executors.map(({ workload }) => workload)).toEqual(["Pod default/runner"]);
    const inner = plan.added.filter(({ workload }) => workload === "bwrap python3");
    expect(inner.length).toBeGreaterThan(0);
    for (const row of inner) expect(row).toMatchObject({ executor: KEY, layer: "bwrap" });
    const outer = plan.added.filter(({ workload }) => workload === "Pod default/runner");
    for (const row of outer) expect(row.layer).toBeNull();
    expect(plan.layers.get(KEY)).toEqual([{ kind: "bwrap", note: "" }]);
  });

  it("may come alone, for an executor that the review has", async () => {
    const known = { executors: [executor({ layers: [{ kind: "container", note: "" }] })], capabilities: [] };
    const plan = await attachPlan(derived(BWRAP), known, [], NOW, [INSIDE]);
    expect(plan.executors).toEqual([]);
    expect(plan.said).toMatchObject([{ given: null, layers: [{ kind: "container" }, { kind: "bwrap" }] }]);
    expect(plan.known.executorIds.get(plan.added[0]!.executor!)).toBe("x");
  });

  it("is an executor of its own where nobody says in which it runs", async () => {
    const plan = await attachPlan(derived(POD, BWRAP), none, [], NOW);
    expect(plan.executors.map(({ workload }) => workload)).toEqual(["Pod default/runner", "bwrap python3"]);
    expect(plan.added.every(({ layer }) => layer === null)).toBe(true);
  });

  it("stays where it is when it is attached again, and moves when somebody says so later", async () => {
    const first = await attachPlan(derived(BWRAP), none, [], NOW);
    const row = (executorId: string | null): KnownCapability => ({
      ...first.added[0]!,
      id: "c",
      number: 1,
      executorId,
      justificationId: null,
      closedAt: null,
      versions: {},
      elsewhere: null,
    });
    const again = await attachPlan(
      derived(BWRAP),
      { executors: [executor()], capabilities: [row("x")] },
      [],
      NOW,
    );
    expect(again.unchanged).toContain(first.added[0]!.key);
    expect(again.executors).toEqual([]);
    expect(again.added[0]).toMatchObject({ executor: KEY, layer: "bwrap" });
    const moved = await attachPlan(
      derived(BWRAP),
      { executors: [executor()], capabilities: [row(null)] },
      [],
      NOW,
      [INSIDE],
    );
    expect(moved.changed[0]?.set).toMatchObject({ executorId: "x", layer: "bwrap" });
  });

  it("never runs inside a container that is not there, nor inside another layer", async () => {
    const elsewhere = { ...INSIDE, inside: { workload: "Pod default/other", container: "main" } };
    const inLayer = { ...INSIDE, inside: { workload: "bwrap cat", container: "cat" } };
    for (const given of [elsewhere, inLayer]) {
      const plan = await attachPlan(derived(POD, BWRAP, "bwrap --unshare-all cat"), none, [], NOW, [given]);
      expect(plan.executors).toHaveLength(3);
    }
  });

  it("of a server of tools adds no layer, since it confines nothing", async () => {
    const server = JSON.stringify({ mcpServers: { s: { command: "x" } } });
    const plan = await attachPlan(derived(POD, server), none, [], NOW, [{ ...INSIDE, workload: "mcp s" }]);
    expect(plan.layers.size).toBe(0);
    expect(plan.added.find(({ workload }) => workload === "mcp s")).toMatchObject({
      executor: KEY,
      layer: "MCP server s",
    });
  });
});
