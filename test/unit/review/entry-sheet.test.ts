import { describe, expect, it } from "vitest";
import { choicesFor, nameToMake, newValue } from "@/components/worksheet/choices";
import { compareSiblings } from "@/lib/review/compare-siblings";
import { reachText } from "@/lib/review/entry-point-sheet";
import { kindChecklist } from "@/lib/review/kind-checklist";
import { type ReachedSum, sumReach } from "@/lib/review/reach-sums";
import { cellWords, rowCells } from "@/lib/review/row-cells";
import { exampleEntry } from "@/lib/rules/example-content";

const nameOf = (_: string, id: string) => ({ X1: "Sandbox (X1)", X2: "Application (X2)" })[id];

describe("cells in words", () => {
  it("says labels of choices, names behind references and layers from the outside in", () => {
    const words = (field: string, value: unknown) =>
      cellWords("entryPoint", field, { state: "value", value }, nameOf);
    expect(words("kind", "job-submit")).toBe("Job submission");
    expect(words("submitters", ["ci-fork", "user"])).toBe("CI fork, User");
    expect(words("executor", "X1")).toBe("Sandbox (X1)");
    const layers = [
      { kind: "pod", note: "" },
      { kind: "nsjail", note: "read-only root" },
    ];
    expect(cellWords("executor", "layers", { state: "value", value: layers }, nameOf)).toBe(
      "Pod › nsjail (read-only root)",
    );
  });

  it("tells unanswered, unknown and not applicable apart", () => {
    const words = (cell: Parameters<typeof cellWords>[2]) => cellWords("entryPoint", "files", cell, nameOf);
    expect(words({ state: "unset" })).toBe("");
    expect(words({ state: "unknown" })).toBe("Unknown");
    expect(words({ state: "not-applicable", reason: "Nothing runs." })).toBe("Not applicable: Nothing runs.");
  });

  it("reads a reference from its column, and its other answers from its name", () => {
    const cells = rowCells("entryPoint", exampleEntry(1, { executorId: "X1" }) as never);
    expect(cells.executor).toEqual({ state: "value", value: "X1" });
    const unknown = exampleEntry(1, { executorId: null, answers: { executor: { state: "unknown" } } });
    expect(rowCells("entryPoint", unknown as never).executor).toEqual({ state: "unknown" });
  });
});

describe("siblings", () => {
  const differing = (...rows: Parameters<typeof exampleEntry>[1][]) =>
    compareSiblings(
      rows.map((row, at) => exampleEntry(at + 1, row)),
      nameOf,
    )
      .filter(({ differs }) => differs)
      .map(({ field }) => field);

  it("differ where two of them answer differently", () => {
    expect(
      differing({ executorId: "X1", crossesBroker: "yes" }, { executorId: "X2", crossesBroker: "no" }),
    ).toEqual(["executor", "crossesBroker"]);
  });

  it("do not differ by a cell that nobody has answered, nor by upper case or spaces", () => {
    expect(differing({ permission: "guardrail.write" }, { permission: null })).toEqual([]);
    expect(differing({ permission: "guardrail.write" }, { permission: " Guardrail.Write " })).toEqual([]);
  });
});

describe("the kind checklist", () => {
  const states = (
    entries: Parameters<typeof kindChecklist>[0],
    answers: Parameters<typeof kindChecklist>[1],
  ) => Object.fromEntries(kindChecklist(entries, answers).map((item) => [item.kind, item.state]));

  it("counts what is not archived, and reasons that say something", () => {
    const found = states(
      [
        exampleEntry(1, { kind: "preview" }),
        exampleEntry(2, { kind: "test", archivedAt: "2026-01-01T00:00:00.000Z" }),
        exampleEntry(3, { kind: "webhook" }),
      ],
      [
        { kind: "migrate", because: "Nothing is stored.", versions: { because: 4 } },
        { kind: "update", because: "  ", versions: { because: 5 } },
      ],
    );
    expect(found).toEqual({
      install: "open",
      register: "open",
      validate: "open",
      preview: "has-entry-points",
      test: "open",
      update: "open",
      migrate: "does-not-exist",
      background: "open",
      startup: "open",
    });
  });
});

describe("reach", () => {
  const sum = (more: Partial<ReachedSum>): ReachedSum => ({
    executorId: "X1",
    group: "data",
    family: "host-path",
    grants: 0,
    missingLimits: 0,
    undecided: 0,
    reached: 0,
    rank: 3,
    titles: [],
    places: [],
    ...more,
  });
  const executor = (inheritsSecrets: "yes" | "no") => ({ id: "X1", inheritsSecrets, archivedAt: null });

  it("puts secret files under credentials, though they are mounts, and keeps the worst titles", () => {
    const { X1 } = sumReach(
      [
        sum({ grants: 2, reached: 2, titles: ["a", "c"], places: [2_000_001, 3_000_002], rank: 2 }),
        sum({
          family: "host-path-rw",
          grants: 2,
          reached: 2,
          titles: ["b", "d"],
          places: [2_000_003, 3_000_004],
        }),
        sum({ family: "secret-volume", grants: 1, reached: 1, titles: ["key"], places: [2_000_005] }),
        sum({ family: "image-mutable", grants: 1, reached: 1, titles: ["tag"], places: [2_000_006] }),
      ],
      [executor("no")],
      3,
    );
    expect(X1?.files).toEqual({ titles: ["a", "b", "c"], count: 4 });
    expect(X1?.credentials).toEqual({ titles: ["key"], count: 1 });
    expect(X1?.groups).toMatchObject([{ group: "data", grants: 6, worst: "high" }]);
  });

  it("names the application's secrets first, also of an executor without authority", () => {
    const secret = sum({
      group: "credentials",
      family: "secret-env",
      grants: 1,
      reached: 1,
      titles: ["S"],
      places: [1_000_001],
    });
    expect(sumReach([secret], [executor("yes")], 5).X1?.credentials).toEqual({
      titles: ["The application's secrets", "S"],
      count: 2,
    });
    expect(sumReach([], [executor("yes")], 5).X1?.groups).toEqual([]);
    expect(sumReach([], [executor("no")], 5)).toEqual({});
  });

  it("counts what it does not name", () => {
    expect(reachText({ titles: ["a", "b"], count: 2 })).toBe("a, b");
    expect(reachText({ titles: ["a", "b"], count: 5 })).toBe("a, b and 3 more");
  });
});

describe("making what a reference leads to", () => {
  const column = {
    id: "executor",
    header: "Executor",
    width: 1,
    kind: "reference",
    creates: "executor",
  } as const;
  const options = [{ value: "X1", label: "Runner (X1)" }];
  const labels = (typed: string) => choicesFor(column, options, typed).map(({ label }) => label);

  it("is offered after what matches, and not for a name that is there or for nothing", () => {
    expect(labels("run")).toEqual(["Runner (X1)", "Create executor “run”"]);
    expect(labels("runner (x1)")).toEqual(["Runner (X1)"]);
    expect(labels(" ")).not.toContain("Create executor “”");
  });

  it("gives a value that names it", () => {
    expect(nameToMake(newValue("Runner"))).toBe("Runner");
    expect(nameToMake("0190-some-id")).toBeNull();
  });
});
