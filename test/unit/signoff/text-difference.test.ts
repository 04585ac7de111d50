import { expect, it } from "vitest";
import { partedTexts } from "@/lib/signoff/text-difference";

const marked = (before: string, after: string) => {
  const parted = partedTexts(before, after);
  const write = ({ head, middle, tail }: typeof parted.before) => `${head}[${middle}]${tail}`;
  return [write(parted.before), write(parted.after)];
};

it("marks whole words around what differs", () => {
  expect(marked("The key has a budget of 10 dollars.", "The key has a budget of 15 dollars.")).toEqual([
    "The key has a budget of [10] dollars.",
    "The key has a budget of [15] dollars.",
  ]);
  expect(marked("runs as root", "runs as rootless")).toEqual(["runs as [root]", "runs as [rootless]"]);
});

it("marks what was added or taken out", () => {
  expect(marked("It is bounded.", "It is bounded. It cannot create others.")).toEqual([
    "It is bounded.[]",
    "It is bounded.[ It cannot create others.]",
  ]);
  expect(marked("", "new")).toEqual(["[]", "[new]"]);
});

it("never reads a character twice where the text repeats itself", () => {
  expect(marked("a a", "a a a")).toEqual(["a a[]", "a a[ a]"]);
});

it("cuts what is common and long", () => {
  const long = "word ".repeat(100);
  const [before] = marked(`${long}old ${long}`, `${long}new ${long}`);
  expect(before).toHaveLength(1 + 120 + "[old]".length + 120 + 1);
  expect(before).toMatch(/^….*\[old\].*…$/);
});
