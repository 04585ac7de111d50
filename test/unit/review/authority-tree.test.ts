import { describe, expect, it } from "vitest";
import { decideQuestion, whyNot } from "@/components/authority/decide-question";
import { decisionOfKey, decisionsFor } from "@/components/authority/decide-target";
import { neighbourOf, type TreeLine, treeLines, worstOpen } from "@/components/authority/tree-lines";
import type { Branch } from "@/lib/review/authority/by-need";
import type { AuthorityExecutor, AuthorityJustification } from "@/lib/review/authority/page";

const executor = (number: number, role: AuthorityExecutor["role"]): AuthorityExecutor => ({
  id: `id-${number}`,
  number,
  name: `executor ${number}`,
  workload: null,
  container: null,
  role,
  roleReason: null,
});
const need: AuthorityJustification = {
  id: "id-of-j4",
  number: 4,
  purpose: "Models",
  limit: null,
  enforcer: null,
  evidence: null,
  answers: {},
  versions: {},
};
const branch = (number: number): Branch => ({
  id: `id-${number}`,
  open: 3,
  count: 5,
  places: [
    { key: "need:id-of-j4", count: 1, worst: "critical", ofPod: 0 },
    { key: "surplus:data", count: 2, worst: "high", ofPod: 0 },
    { key: "limit:kernel", count: 1, worst: "medium", ofPod: 0 },
    { key: "claim", count: 1, worst: "info", ofPod: 0 },
  ],
});
const keysOf = (
  toggled: string[],
  numbersOf: Parameters<typeof treeLines>[0]["numbersOf"] = () => undefined,
) =>
  treeLines({
    branches: [branch(1), branch(2)],
    executors: new Map(
      [executor(1, "runs-submitted-code"), executor(2, "neighbour")].map((one) => [one.id, one]),
    ),
    justifications: new Map([[need.id, need]]),
    toggled: new Set(toggled),
    numbersOf,
  }).map(({ key }) => key);

describe("the lines of the tree", () => {
  it("start with what runs submitted code unfolded and everything below it folded", () => {
    expect(keysOf([])).toEqual([
      "X1",
      "X1/~needs",
      "X1/J4",
      "X1/~surplus",
      "X1/surplus:data",
      "X1/~limits",
      "X1/limit:kernel",
      "X1/~rest",
      "X1/claim",
      "X2",
    ]);
  });

  it("wait for the numbers of an unfolded place, then show its rows", () => {
    expect(keysOf(["X1/surplus:data"]).slice(4, 6)).toEqual(["X1/surplus:data", "X1/surplus:data/~wait"]);
    expect(keysOf(["X1/surplus:data"], () => [7, 3]).slice(4, 7)).toEqual([
      "X1/surplus:data",
      "X1/surplus:data/C7",
      "X1/surplus:data/C3",
    ]);
  });

  it("fold an executor whole", () => {
    expect(keysOf(["X1"])).toEqual(["X1", "X2"]);
  });

  it("say the gravest of what waits, not of what is settled", () => {
    expect(worstOpen(branch(1))).toBe("high");
  });
});

describe("the keys of decisions", () => {
  it("ask a grant why it is needed, and a missing limit never", () => {
    expect(decisionsFor(["grant"])).toEqual(["needed", "remove", "baseline", "layer", "accept"]);
    expect(decisionsFor(["missing-limit"])).toEqual(["fix", "baseline", "layer", "accept"]);
    expect(decisionOfKey("j", ["grant"])).toBe("needed");
    expect(decisionOfKey("j", ["missing-limit"])).toBeNull();
    expect(decisionOfKey("U", ["grant"])).toBe("unset");
    expect(decisionOfKey("x", ["grant"])).toBeNull();
  });
});

describe("the focus of a line that is gone", () => {
  const line = (key: string, level: 1 | 2 | 3): TreeLine =>
    ({ kind: level === 1 ? "executor" : level === 2 ? "place" : "row", key, level }) as TreeLine;
  const all = [
    line("X1", 1),
    line("X1/surplus:data", 2),
    line("X1/surplus:data/C1", 3),
    line("X1/surplus:data/C2", 3),
    line("X1/limit:kernel", 2),
    line("X2", 1),
  ];
  const without = (...keys: string[]) => all.filter(({ key }) => !keys.includes(key));
  const goesTo = (key: string, left: TreeLine[]) => left[neighbourOf(key, all, left)]?.key;

  it("goes to the next row of its group, else to the one before", () => {
    expect(goesTo("X1/surplus:data/C1", without("X1/surplus:data/C1"))).toBe("X1/surplus:data/C2");
    expect(goesTo("X1/surplus:data/C2", without("X1/surplus:data/C2"))).toBe("X1/surplus:data/C1");
  });
  it("goes to the group when no row is left, and to the next group when that is gone too", () => {
    const rows = ["X1/surplus:data/C1", "X1/surplus:data/C2"];
    expect(goesTo("X1/surplus:data/C1", without(...rows))).toBe("X1/surplus:data");
    expect(goesTo("X1/surplus:data/C1", without(...rows, "X1/surplus:data"))).toBe("X1/limit:kernel");
  });
  it("never leaves its executor while that stands", () => {
    expect(goesTo("X1/limit:kernel", [line("X1", 1), line("X2", 1)])).toBe("X1");
  });
});

describe("what is asked before one key decides many rows", () => {
  const deciding = (classes: ("grant" | "missing-limit")[], count: number) => ({
    label: "Kernel",
    count,
    classes,
    target: { kind: "executor" as const, executorId: "x" },
    isDecided: false,
  });

  it("names the deed and the rows", () => {
    expect(decideQuestion(deciding(["missing-limit"], 6), "accept").title).toBe(
      "Accept 6 missing limits as residual risk?",
    );
    expect(decideQuestion(deciding(["grant", "missing-limit"], 24), "remove").title).toBe(
      "Remove the grants among 24 capabilities?",
    );
  });
  it("says why a key does nothing", () => {
    expect(whyNot("f", deciding(["grant"], 3))).toBe("“Fix” does not fit grants.");
    expect(whyNot("f", null)).toMatch(/nothing to decide/);
    expect(whyNot("x", null)).toBeNull();
  });
});
