import { describe, expect, it } from "vitest";
import type { EventChange } from "@/lib/audit/events";
import { changedCells, rowDeed, wordsOf } from "@/lib/review/activity";

const update = (before: Record<string, unknown>, after: Record<string, unknown>): EventChange => ({
  table: "entry_point",
  id: "e",
  number: 1,
  op: "update",
  before,
  after,
});

describe("changedCells", () => {
  it("gives only cells that are different, in the order of the worksheet", () => {
    const change = update(
      { number: 1, notes: null, permission: "a", executorId: null },
      { notes: "n", permission: "a", versions: { notes: 2 } },
    );
    expect(changedCells(change)).toEqual([
      {
        entity: "entryPoint",
        field: "notes",
        before: { state: "unset" },
        after: { state: "value", value: "n" },
      },
    ]);
  });

  it("reads an answer that is no value, before and after", () => {
    const change = update(
      { crossesBroker: null, answers: { crossesBroker: { state: "unknown" } } },
      { crossesBroker: "yes", answers: {} },
    );
    expect(changedCells(change)).toEqual([
      {
        entity: "entryPoint",
        field: "crossesBroker",
        before: { state: "unknown" },
        after: { state: "value", value: "yes" },
      },
    ]);
  });

  it("finds a reference under its column", () => {
    const [cell] = changedCells(update({ executorId: "x1" }, { executorId: "x2" }));
    expect(cell).toMatchObject({ field: "executor", before: { value: "x1" }, after: { value: "x2" } });
  });

  it("counts an empty list as no answer", () => {
    expect(changedCells(update({ submitters: [] }, { submitters: [] }))).toEqual([]);
    const [cell] = changedCells(update({ submitters: ["user"] }, { submitters: [] }));
    expect(cell).toMatchObject({ before: { value: ["user"] }, after: { state: "unset" } });
  });

  it("says nothing of tables without cells", () => {
    expect(changedCells({ table: "revision", id: "r", op: "insert", after: { state: "draft" } })).toEqual([]);
  });
});

it("A row is added, archived, restored, or only changed", () => {
  expect(rowDeed({ table: "artifact", id: "a", op: "insert", after: {} })).toBe("added");
  expect(rowDeed(update({}, { archivedAt: "2026-11-30T00:00:00.000Z" }))).toBe("archived");
  expect(rowDeed(update({}, { archivedAt: null }))).toBe("restored");
  expect(rowDeed(update({}, { notes: "n" }))).toBeNull();
});

it("An event's own words: a sentence, a count, a note, or that it was erased", () => {
  expect(wordsOf({ words: "Revision 2", note: "Looks right." })).toBe("Revision 2: “Looks right.”");
  expect(wordsOf({ words: "production", changed: 340 })).toBe("production, 340 rows");
  expect(wordsOf({ changed: 340 })).toBe("340 rows");
  expect(wordsOf({ note: "Only a note." })).toBe("“Only a note.”");
  expect(wordsOf({ erased: true })).toBe("What was changed has been erased.");
  expect(wordsOf({})).toBe("");
  expect(wordsOf({ opensDraft: 2 })).toBe("opened draft 2");
  expect(wordsOf({ words: "3 rows", opensDraft: 2 })).toBe("3 rows; opened draft 2");
});
