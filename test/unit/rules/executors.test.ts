import { describe, expect, it } from "vitest";
import type { Layer } from "@/lib/review/fields";
import { exampleEntry, exampleExecutor, quietContent } from "@/lib/rules/example-content";
import { fired, of } from "./fired";

const layers = (...kinds: Layer["kind"][]): Layer[] => kinds.map((kind) => ({ kind, note: "" }));

describe("the application's own process (ENT-03)", () => {
  const own = (kinds: Layer["kind"][], more = {}) =>
    quietContent({
      executors: [exampleExecutor(1, { applicationProcess: "yes", layers: layers(...kinds), ...more })],
    });

  it("is critical with no layer, or none but the language's", () => {
    expect(fired(own([]))).toEqual(["ENT-03 executor:X1"]);
    expect(of("ENT-03", own(["restrictedpython"]))[0]?.reason).toBe(
      "Sandbox (X1) runs submitted code in the application's own process, held back only by: RestrictedPython.",
    );
  });

  it("does not take the application's own pod and container for a boundary inside it", () => {
    expect(fired(own(["pod", "container", "template-sandbox"]))).toEqual(["ENT-03 executor:X1"]);
    expect(fired(own(["microvm", "container"]))).toEqual(["ENT-03 executor:X1"]);
  });

  it("is quiet with a runtime or process boundary inside", () => {
    expect(fired(own(["container", "wasm"]))).toEqual([]);
    expect(fired(own(["isolate"]))).toEqual([]);
  });

  it("is asked of what an entry point executes in, whatever the role says", () => {
    expect(fired(own([], { role: "neighbour" }))).toEqual(["ENT-03 executor:X1"]);
    const idle = { ...own([], { role: "neighbour" }), entryPoints: [] };
    expect(fired(idle)).toEqual([]);
  });
});

describe("an executor that is only a name (ENT-06)", () => {
  const named = (more = {}) =>
    quietContent({
      executors: [
        exampleExecutor(1, { name: "safe_execute", process: null, account: null, layers: null, ...more }),
      ],
    });

  it("fires while none of process, account and layers is recorded", () => {
    expect(fired(named())).toEqual(["ENT-06 executor:X1"]);
    expect(fired(named({ answers: { process: { state: "unknown" } } }))).toEqual(["ENT-06 executor:X1"]);
    expect(fired(named({ account: "uid 1000" }))).toEqual([]);
  });

  it("is quiet for a container of the configuration, a neighbour, and the application's process", () => {
    expect(fired(named({ workload: "Deployment web", container: "runner" }))).toEqual([]);
    expect(fired(named({ role: "neighbour" }))).toEqual([]);
    expect(of("ENT-06", named({ applicationProcess: "yes" }))).toEqual([]);
  });

  it("takes an executor made by hand for one that runs submitted code", () => {
    expect(fired(named({ role: null }))).toEqual(["ENT-06 executor:X1"]);
  });
});

describe("how the worker ends (ENT-13)", () => {
  it("is one finding for an executor, with the endings that nobody promises", () => {
    const content = quietContent({
      entryPoints: [
        exampleEntry(1, { endsOnTimeout: null }),
        exampleEntry(2, { kind: "test", name: "Test", endsOnRejection: "no" }),
        exampleEntry(3),
      ],
    });
    expect(of("ENT-13", content)).toEqual([
      {
        ruleId: "ENT-13",
        target: "executor:X1",
        severity: "medium",
        reason:
          "It is not said that the worker in Sandbox (X1) ends on rejection and timeout: 2 entry points (Preview (E1) and Test (E2)).",
        lists: ["entry:E1", "entry:E2"],
      },
    ]);
  });

  it("takes “not applicable” with a reason, and asks nothing of what does not execute", () => {
    const content = quietContent({
      entryPoints: [
        exampleEntry(1, {
          endsOnCancellation: null,
          answers: { endsOnCancellation: { state: "not-applicable", reason: "It cannot be cancelled." } },
        }),
        exampleEntry(2, { executes: "no", endsOnTimeout: null }),
      ],
    });
    expect(fired(content)).toEqual([]);
  });
});

describe("filters of words, built-ins and imports (ENT-14)", () => {
  const filtered = (kinds: Layer["kind"][], more = {}) =>
    quietContent({ executors: [exampleExecutor(1, { layers: layers(...kinds), ...more })] });

  it("fires when nothing else stands around the code", () => {
    expect(fired(filtered(["restrictedpython", "language-filter"]))).toEqual(["ENT-14 executor:X1"]);
    expect(fired(filtered(["process", "language-filter"]))).toEqual([]);
    expect(fired(filtered([]))).toEqual([]);
  });

  it("leaves the application's own process to ENT-03: one cause, one finding", () => {
    expect(fired(filtered(["language-filter"], { applicationProcess: "yes" }))).toEqual([
      "ENT-03 executor:X1",
    ]);
  });
});

describe("inherited secrets (ENT-08)", () => {
  it("fires once for the executor and lists what runs there", () => {
    const content = quietContent({
      entryPoints: [exampleEntry(1), exampleEntry(2, { kind: "test" })],
      executors: [exampleExecutor(1, { inheritsSecrets: "yes" })],
    });
    expect(of("ENT-08", content)).toMatchObject([
      { target: "executor:X1", severity: "high", lists: ["entry:E1", "entry:E2"] },
    ]);
  });
});
