import { describe, expect, it } from "vitest";
import { commandFor, type KeyPress, rangeOf } from "@/components/worksheet/keyboard";

const shape = { rows: 100, columns: 5, page: 20 };
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrl: false,
  shift: false,
  alt: false,
  ...more,
});
const at = (row: number, column: number) => ({ row, column });
const goesTo = (key: string, from: { row: number; column: number }, more?: Partial<KeyPress>) => {
  const command = commandFor(press(key, more), from, shape);
  return command?.do === "go" ? command.to : command;
};

describe("moving in the grid", () => {
  it("moves by one and stops at the edges", () => {
    expect(goesTo("ArrowDown", at(3, 2))).toEqual(at(4, 2));
    expect(goesTo("ArrowDown", at(99, 2))).toEqual(at(99, 2));
    expect(goesTo("ArrowRight", at(3, 4))).toEqual(at(3, 4));
    expect(goesTo("ArrowLeft", at(3, 0))).toEqual(at(3, 0));
  });
  it("reaches the header above the first row and goes no further", () => {
    expect(goesTo("ArrowUp", at(0, 1))).toEqual(at(-1, 1));
    expect(goesTo("ArrowUp", at(-1, 1))).toEqual(at(-1, 1));
  });
  it("goes to the ends of the row, and with Ctrl of the grid", () => {
    expect(goesTo("Home", at(7, 3))).toEqual(at(7, 0));
    expect(goesTo("End", at(7, 3))).toEqual(at(7, 4));
    expect(goesTo("Home", at(7, 3), { ctrl: true })).toEqual(at(0, 0));
    expect(goesTo("End", at(7, 3), { ctrl: true })).toEqual(at(99, 4));
  });
  it("goes a page up and down", () => {
    expect(goesTo("PageDown", at(7, 3))).toEqual(at(27, 3));
    expect(goesTo("PageDown", at(95, 3))).toEqual(at(99, 3));
    expect(goesTo("PageUp", at(7, 3))).toEqual(at(0, 3));
    expect(goesTo("PageDown", at(-1, 0))).toEqual(at(20, 0));
  });
  it("goes right by Tab, and leaves the grid at the end of the row", () => {
    expect(goesTo("Tab", at(7, 3))).toEqual(at(7, 4));
    expect(goesTo("Tab", at(7, 4))).toEqual({ do: "leave", back: false });
    expect(goesTo("Tab", at(7, 0), { shift: true })).toEqual({ do: "leave", back: true });
  });
  it("stays put in an empty grid", () => {
    const command = commandFor(press("ArrowDown"), at(-1, 0), { rows: 0, columns: 3, page: 1 });
    expect(command).toEqual({ do: "go", to: at(-1, 0), extend: false });
  });
});

describe("acting on a cell", () => {
  it("extends by Shift and an arrow, but never into the header", () => {
    expect(commandFor(press("ArrowDown", { shift: true }), at(1, 1), shape)).toEqual({
      do: "go",
      to: at(2, 1),
      extend: true,
    });
    expect(commandFor(press("ArrowUp", { shift: true }), at(0, 1), shape)).toEqual({
      do: "go",
      to: at(-1, 1),
      extend: false,
    });
  });
  it("edits by typing a character of any script, and by F2", () => {
    expect(commandFor(press("ж"), at(1, 1), shape)).toEqual({ do: "edit", seed: "ж" });
    expect(commandFor(press("😀"), at(1, 1), shape)).toEqual({ do: "edit", seed: "😀" });
    expect(commandFor(press("F2"), at(1, 1), shape)).toEqual({ do: "edit" });
    expect(commandFor(press("F5"), at(1, 1), shape)).toBeNull();
    expect(commandFor(press("Shift", { shift: true }), at(1, 1), shape)).toBeNull();
  });
  it("leaves the browser's own shortcuts alone", () => {
    expect(commandFor(press("r", { ctrl: true }), at(1, 1), shape)).toBeNull();
    expect(commandFor(press("C", { ctrl: true, shift: true }), at(1, 1), shape)).toBeNull();
    expect(commandFor(press("d", { alt: true }), at(1, 1), shape)).toBeNull();
  });
  it("knows copy, select, inspect and fold", () => {
    expect(commandFor(press("c", { ctrl: true }), at(1, 1), shape)).toEqual({ do: "copy" });
    expect(commandFor(press(" "), at(1, 1), shape)).toEqual({ do: "select" });
    expect(commandFor(press("Enter", { alt: true }), at(1, 1), shape)).toEqual({ do: "inspect" });
    expect(commandFor(press("ArrowUp", { alt: true }), at(1, 1), shape)).toEqual({ do: "fold", open: false });
  });
});

it("a range is the same from whichever corner it was drawn", () => {
  expect(rangeOf(at(5, 1), at(2, 3))).toEqual({ top: 2, bottom: 5, left: 1, right: 3 });
});
