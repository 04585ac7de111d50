import { expect, it } from "vitest";
import { importWords } from "@/lib/review/authority/preview";

it("An import is counted alike before and after it: wider, narrower and said otherwise are changed", () => {
  const counts = { wider: 1, narrower: 2, new: 3, gone: 4, changed: 5, unchanged: 23 };
  expect(importWords({ counts })).toBe("3 new, 8 changed, 4 gone, 23 unchanged");
});
