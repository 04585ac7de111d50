import { describe, expect, it } from "vitest";
import { CellSaves, shownCell } from "@/components/worksheet/save-store";
import type { CellSave, SaveOutcome } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";

const value = (of: string): Cell => ({ state: "value", value: of });
const order = (text: string, version: number): CellSave => ({
  rowId: "r",
  column: "name",
  value: value(text),
  version,
});
const state = (saves: CellSaves) => saves.ofRow("r").name;

describe("saving a cell", () => {
  it("shows saving, then saved with the new version", async () => {
    const saves = new CellSaves();
    const done = saves.save(
      order("a", 3),
      async () => ({ ok: true, version: 4 }),
      () => 0,
    );
    expect(state(saves)).toEqual({ phase: "saving", value: value("a") });
    await done;
    expect(state(saves)).toEqual({ phase: "saved", value: value("a"), version: 4, at: 0 });
  });
  it("sends a second save after the first, naming the version that the first made", async () => {
    const saves = new CellSaves();
    const sent: CellSave[] = [];
    const send = async (save: CellSave): Promise<SaveOutcome> => {
      sent.push(save);
      return { ok: true, version: save.version + 1 };
    };
    await Promise.all([saves.save(order("a", 3), send), saves.save(order("b", 3), send)]);
    expect(sent.map((save) => [save.value, save.version])).toEqual([
      [value("a"), 3],
      [value("b"), 4],
    ]);
    expect(state(saves)).toMatchObject({ phase: "saved", value: value("b"), version: 5 });
  });
  it("keeps the text when the server cannot be reached", async () => {
    const saves = new CellSaves();
    await saves.save(order("a", 3), () => Promise.reject(new TypeError("Failed to fetch")));
    expect(state(saves)).toMatchObject({ phase: "failed", value: value("a"), version: 3 });
    expect(saves.unsettled).toBe(1);
  });
  it("keeps both values in a conflict, and takes theirs without a save", async () => {
    const saves = new CellSaves();
    const conflict = { value: value("theirs"), author: "Grace", at: "2026-11-30T12:00:00Z", version: 7 };
    await saves.save(order("mine", 3), async () => ({ ok: false, conflict }));
    expect(state(saves)).toEqual({ phase: "conflict", value: value("mine"), conflict });
    saves.takeTheirs("r", "name", () => 0);
    expect(state(saves)).toEqual({ phase: "saved", value: value("theirs"), version: 7, at: 0 });
    expect(saves.unsettled).toBe(0);
  });
  it("keeps mine by saving over the version that it conflicted with", async () => {
    const saves = new CellSaves();
    const conflict = { value: value("theirs"), author: "Grace", at: "2026-11-30T12:00:00Z", version: 7 };
    await saves.save(order("mine", 3), async () => ({ ok: false, conflict }));
    const seen: number[] = [];
    await saves.save(order("mine", conflict.version), async ({ version }) => {
      seen.push(version);
      return { ok: true, version: 8 };
    });
    expect(seen).toEqual([7]);
    expect(state(saves)).toMatchObject({ phase: "saved", version: 8 });
  });
  it("forgets a dropped cell", async () => {
    const saves = new CellSaves();
    await saves.save(order("a", 3), async () => ({ ok: false, error: "No." }));
    saves.drop("r", "name");
    expect(state(saves)).toBeUndefined();
  });
});

describe("what a cell shows", () => {
  it("is the saved value until the row has that version, then the row's own", () => {
    const saved = { phase: "saved" as const, value: value("mine"), version: 5, at: 0 };
    expect(shownCell(value("old"), 4, saved)).toEqual(value("mine"));
    expect(shownCell(value("newer"), 6, saved)).toEqual(value("newer"));
    expect(shownCell(value("old"), 4, undefined)).toEqual(value("old"));
  });
  it("is never another's value while one's own is unsettled", () => {
    expect(
      shownCell(value("theirs"), 9, { phase: "failed", value: value("mine"), version: 3, error: "" }),
    ).toEqual(value("mine"));
  });
});
