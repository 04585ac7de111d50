import { describe, expect, it } from "vitest";
import { applyChanges, mergeRead, readRows } from "@/lib/review/live-rows";

type Row = { id: string; name: string; note?: string };
const complete = ({ id, after }: { id: string; after: Record<string, unknown> }) => ({ id, ...after }) as Row;
const update = (id: string, after: Record<string, unknown>) =>
  ({ table: "t", id, op: "update", before: {}, after }) as const;
const insert = (id: string, after: Record<string, unknown>) =>
  ({ table: "t", id, op: "insert", after }) as const;
const start = () =>
  readRows<Row>(10, [
    { id: "a", name: "Preview" },
    { id: "b", name: "Registration" },
  ]);

describe("an event", () => {
  it("changes its row in place and leaves the others the very same objects", () => {
    const before = start();
    const after = applyChanges(before, 11, [update("a", { note: "n" })], complete);
    expect(after.rows).toEqual([
      { id: "a", name: "Preview", note: "n" },
      { id: "b", name: "Registration" },
    ]);
    expect(after.rows[1]).toBe(before.rows[1]);
  });

  it("that the read held already, or that came before, changes nothing", () => {
    const before = start();
    expect(applyChanges(before, 10, [update("a", { name: "Older" })], complete)).toBe(before);
    const after = applyChanges(before, 12, [update("a", { name: "Newer" })], complete);
    expect(applyChanges(after, 12, [update("a", { name: "Again" })], complete)).toBe(after);
  });

  it("adds a row once, also when it comes twice", () => {
    const once = applyChanges(start(), 11, [insert("c", { name: "Start-up" })], complete);
    const twice = applyChanges(once, 11, [insert("c", { name: "Start-up" })], complete);
    expect(twice.rows.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  it("about a row that is not here changes nothing", () => {
    const before = start();
    expect(applyChanges(before, 11, [update("z", { name: "?" })], complete)).toBe(before);
  });
});

describe("a newer read", () => {
  it("never takes back what an event after it has changed", () => {
    const live = applyChanges(start(), 13, [update("a", { name: "From event 13" })], complete);
    const merged = mergeRead(live, 12, [
      { id: "a", name: "As read at 12" },
      { id: "b", name: "Renamed" },
    ]);
    expect(merged.rows).toEqual([
      { id: "a", name: "From event 13" },
      { id: "b", name: "Renamed" },
    ]);
    expect(merged.touched.get("a")).toBe(13);
  });

  it("keeps a row that was added after it", () => {
    const live = applyChanges(start(), 13, [insert("c", { name: "Start-up" })], complete);
    expect(mergeRead(live, 12, start().rows).rows.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  it("wins over events that it holds, and forgets them", () => {
    const live = applyChanges(start(), 11, [update("a", { name: "From event 11" })], complete);
    const merged = mergeRead(live, 14, [{ id: "a", name: "As read at 14" }]);
    expect(merged.rows).toEqual([{ id: "a", name: "As read at 14" }]);
    expect(merged.touched.size).toBe(0);
  });

  it("that is older than the last is dropped, and equal rows stay the same objects", () => {
    const before = start();
    expect(mergeRead(before, 9, [])).toBe(before);
    const same = mergeRead(before, 11, [{ id: "a", name: "Preview" }]);
    expect(same.rows[0]).toBe(before.rows[0]);
  });
});
