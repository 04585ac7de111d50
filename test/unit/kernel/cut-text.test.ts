import { describe, expect, test } from "vitest";
import { cutText } from "@/lib/kernel/cut-text";

describe("a text that is cut", () => {
  test("is given whole where it is short, or longer by no more than a fifth", () => {
    expect(cutText("", 10)).toBe("");
    expect(cutText("twelve chars", 10)).toBe("twelve chars");
  });

  test("ends with a word", () => {
    expect(cutText("one two three four", 9)).toBe("one two…");
    expect(cutText("one two three four", 13)).toBe("one two…");
  });

  test("is cut in the middle of a word that has no end in sight", () => {
    expect(cutText("x".repeat(100_000), 1_000)).toBe(`${"x".repeat(1_000)}…`);
    expect(cutText(`a ${"x".repeat(100_000)}`, 1_000)).toBe(`a ${"x".repeat(998)}…`);
  });

  test("shows no half of a character", () => {
    expect(cutText(`x${"😀".repeat(10)}`, 4)).toBe("x😀…");
  });

  test("shows 24 lines, or as many as thirty where that is all", () => {
    const lines = (n: number) => Array.from({ length: n }, (_, at) => `line ${at + 1}`).join("\n");
    expect(cutText(lines(30), 1_000)).toBe(lines(30));
    expect(cutText(lines(31), 1_000)).toBe(`${lines(24)}…`);
    expect(cutText("\n".repeat(100_000), 1_000)).toBe("…");
  });
});
