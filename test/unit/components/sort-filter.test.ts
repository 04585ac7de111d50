import { describe, expect, it } from "vitest";
import { arrange, type Line } from "@/components/worksheet/arrange";
import { cellText, sameCell } from "@/components/worksheet/cell-text";
import { choicesFor, firstMatch } from "@/components/worksheet/choices";
import { compareValues, passesFilter, passesSearch, sortValue } from "@/components/worksheet/sort-filter";
import type { Column, WorksheetRow } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";

const value = (of: unknown): Cell => ({ state: "value", value: of });
const row = (number: string, cells: Record<string, Cell> = {}): WorksheetRow => ({
  id: number,
  number,
  cells,
});

const name: Column = { id: "name", header: "Name", width: 100, kind: "text" };
const number: Column = { id: "number", header: "No.", width: 60, kind: "read-only" };
const severity: Column = {
  id: "severity",
  header: "Severity",
  width: 100,
  kind: "choice",
  options: ["critical", "high", "medium"].map((word) => ({ value: word, label: word.toUpperCase() })),
};
const broker: Column = {
  id: "broker",
  header: "Broker?",
  width: 100,
  kind: "tri-state",
  unknown: true,
  notApplicable: true,
};
const who: Column = {
  id: "who",
  header: "Who",
  width: 100,
  kind: "multi-choice",
  options: [
    { value: "user", label: "User" },
    { value: "fork", label: "CI fork" },
  ],
};

const sorted = (column: Column, rows: WorksheetRow[]) =>
  rows.toSorted((a, b) => compareValues(sortValue(column, a), sortValue(column, b))).map((one) => one.number);

describe("sorting", () => {
  it("puts C9 before C10", () => {
    expect(sorted(number, [row("C10"), row("C9"), row("C1")])).toEqual(["C1", "C9", "C10"]);
  });
  it("orders a choice as its options stand, and puts what is unset last", () => {
    const rows = [
      row("1"),
      row("2", { severity: value("medium") }),
      row("3", { severity: value("critical") }),
    ];
    expect(sorted(severity, rows)).toEqual(["3", "2", "1"]);
  });
  it("puts an unknown after the options and before nothing", () => {
    const rows = [row("1"), row("2", { broker: { state: "unknown" } }), row("3", { broker: value("no") })];
    expect(sorted(broker, rows)).toEqual(["3", "2", "1"]);
  });
  it("sorts by rank where there is one", () => {
    const ranked: Column = {
      ...name,
      rank: (cell) => (cell.state === "value" ? -String(cell.value).length : 0),
    };
    expect(sorted(ranked, [row("1", { name: value("ab") }), row("2", { name: value("abc") })])).toEqual([
      "2",
      "1",
    ]);
  });
});

describe("what a cell says", () => {
  it("is its label, its several labels, or its answer with the reason", () => {
    expect(cellText(who, row("1", { who: value(["fork", "user"]) }))).toBe("CI fork, User");
    expect(cellText(broker, row("1", { broker: value("yes") }))).toBe("Yes");
    expect(cellText(broker, row("1", { broker: { state: "not-applicable", reason: "no broker" } }))).toBe(
      "Not applicable: no broker",
    );
    expect(cellText(name, row("1"))).toBe("");
  });
  it("is the same only if state, value and reason are", () => {
    expect(sameCell(value(["a", "b"]), value(["a", "b"]))).toBe(true);
    expect(sameCell(value(["a", "b"]), value(["b", "a"]))).toBe(false);
    expect(sameCell({ state: "unknown" }, { state: "unset" })).toBe(false);
    expect(sameCell({ state: "not-applicable", reason: "x" }, { state: "not-applicable", reason: "y" })).toBe(
      false,
    );
  });
});

describe("filtering", () => {
  const some = row("E3", {
    who: value(["user", "fork"]),
    name: value("Straße Preview"),
    broker: { state: "unknown" },
  });
  it("passes any of the picked answers", () => {
    expect(passesFilter(who, { id: "who", op: "in", values: ["fork"] }, some)).toBe(true);
    expect(passesFilter(who, { id: "who", op: "in", values: ["~unset"] }, some)).toBe(false);
    expect(passesFilter(broker, { id: "broker", op: "in", values: ["no", "~unknown"] }, some)).toBe(true);
    expect(passesFilter(severity, { id: "severity", op: "in", values: ["~unset"] }, some)).toBe(true);
  });
  it("finds contained text whatever its case", () => {
    expect(passesFilter(name, { id: "name", op: "has", text: "PREVIEW" }, some)).toBe(true);
    expect(passesFilter(name, { id: "name", op: "has", text: "register" }, some)).toBe(false);
  });
  it("searches all words in all columns and the number", () => {
    expect(passesSearch([name, who], "e3 fork preview", some)).toBe(true);
    expect(passesSearch([name, who], "fork startup", some)).toBe(false);
    expect(passesSearch([name, who], "  ", some)).toBe(true);
  });
});

describe("grouping", () => {
  const rows = [
    row("1", { severity: value("medium"), broker: value("yes") }),
    row("2", { severity: value("critical"), broker: value("no") }),
    row("3", { severity: value("medium"), broker: value("no") }),
    row("4"),
  ];
  const said = (lines: Line<WorksheetRow>[]) =>
    lines.map((line) =>
      line.kind === "group"
        ? `${"-".repeat(line.group.depth)}${line.group.label}:${line.group.count}`
        : line.id,
    );
  it("orders groups as the options stand, no answer last", () => {
    const lines = arrange(rows, { columns: [severity], isCollapsed: () => false });
    expect(said(lines)).toEqual(["CRITICAL:1", "2", "MEDIUM:2", "1", "3", ":1", "4"]);
  });
  it("nests a second column and leaves out what is folded", () => {
    const lines = arrange(rows, {
      columns: [severity, broker],
      isCollapsed: (group) => group.label === "CRITICAL",
    });
    expect(said(lines)).toEqual(["CRITICAL:1", "MEDIUM:2", "-Yes:1", "1", "-No:1", "3", ":1", "-:1", "4"]);
  });
  it("gives nested groups of the same name different keys", () => {
    const keys = arrange(rows, { columns: [severity, broker], isCollapsed: () => false }).flatMap((line) =>
      line.kind === "group" ? [line.group.key] : [],
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("the choices of a cell", () => {
  it("are the options, then the answers that the column allows", () => {
    const labels = choicesFor(broker, [{ value: "yes", label: "Yes" }], "").map(({ label }) => label);
    expect(labels).toEqual(["Yes", "Unknown", "Not applicable, because…", "No answer"]);
    expect(choicesFor({ ...severity, required: true }, [], "")).toEqual([]);
  });
  it("highlights the option that begins as typed before one that only contains it", () => {
    const options = ["Install", "Startup"].map((label) => ({ value: label, label }));
    const choices = choicesFor(severity, options, "sta");
    expect(choices[firstMatch(choices, "sta")]?.label).toBe("Startup");
  });
});
