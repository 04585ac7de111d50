import { describe, expect, test } from "vitest";
import { coverageOf } from "@/lib/platform/pdf/font-coverage";
import { MAY_BREAK, printableText, printableValue, RIGHT_TO_LEFT } from "@/lib/platform/pdf/printable-text";
import { REPORT_FONTS } from "@/lib/report/fonts";

const covers = coverageOf(REPORT_FONTS);
const shown = (text: string) => printableText(text, covers).replaceAll(MAY_BREAK, "");

describe("the coverage of the fonts", () => {
  test("holds Latin, Greek, Cyrillic, Arabic, Hebrew, Chinese, kana and emoji", () => {
    for (const letter of "aßΩжعש预かカ😀✅")
      expect([letter, covers(letter.codePointAt(0)!)]).toEqual([letter, true]);
  });

  test("holds no hieroglyph, no Thai, no control character", () => {
    for (const letter of ["𓀀", "ก", "\u0007"]) expect(covers(letter.codePointAt(0)!)).toBe(false);
  });
});

describe("a text to be printed", () => {
  test("stays as it is when every letter of it can be set", () => {
    expect(shown("Guardrail 预览 😀\nSecond line")).toBe("Guardrail 预览 😀\nSecond line");
  });

  test("names what no font holds, several in one bracket", () => {
    expect(shown("a ก𓀀 b")).toBe("a [U+0E01 13000] b");
  });

  test("names what would turn the direction of the text after it, and controls", () => {
    expect(shown("a\u202Eb\u0007")).toBe("a[U+202E]b[U+0007]");
  });

  test("loses what has neither width nor meaning on paper", () => {
    expect(shown("✅\uFE0F\u200E\u2060")).toBe("✅");
    expect(shown("a\r\nb\tc\u2028d")).toBe("a\nb c\nd");
  });

  test("is marked where it begins in a script that runs from right to left", () => {
    expect(printableText("123 שלום", covers).startsWith(RIGHT_TO_LEFT)).toBe(true);
    expect(printableText("abc שלום", covers).startsWith(RIGHT_TO_LEFT)).toBe(false);
  });

  test("never says of itself that it runs from right to left", () => {
    expect(printableText(`${RIGHT_TO_LEFT}plain text`, covers)).toBe("plain text");
  });

  test("may be broken in long words, at joints first, never within a letter and its mark", () => {
    expect(printableText("automountServiceAccountToken", covers).split(MAY_BREAK)).toEqual([
      "automount",
      "Service",
      "Account",
      "Token",
    ]);
    const marked = "e\u0323\u0301".repeat(40);
    for (const part of printableText(marked, covers).split(MAY_BREAK)) expect(part).not.toMatch(/^\p{M}/u);
    expect(printableText("short/path", covers)).toBe("short/path");
  });

  test("that is a digest is left whole, so that it can be copied", () => {
    const digest = `sha256:${"a".repeat(64)}`;
    expect(printableText(digest, covers)).toBe(digest);
  });
});

test("every string of a value is prepared, keys and everything else stay", () => {
  expect(printableValue({ "a\u0007": ["\u0007", 1, null, true] }, covers)).toEqual({
    "a\u0007": ["[U+0007]", 1, null, true],
  });
});
