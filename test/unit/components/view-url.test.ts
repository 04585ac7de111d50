import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  EMPTY_VIEW,
  filtersFromText,
  filtersToText,
  sortFromText,
  viewFromParams,
  viewToParams,
  worksheetHref,
} from "@/components/worksheet/view-url";

describe("a worksheet's view in its address", () => {
  it("writes what differs from usual and nothing else", () => {
    expect(viewToParams(EMPTY_VIEW).toString()).toBe("");
    expect(worksheetHref("/reviews/1/authority", {})).toBe("/reviews/1/authority");
    expect(
      worksheetHref("/a", {
        sort: [
          { id: "severity", desc: false },
          { id: "name", desc: true },
        ],
        filters: [{ id: "decision", op: "in", values: ["~unset", "needed"] }],
      }),
    ).toBe("/a?sort=severity%2Cname%3Adesc&filter=decision%3Ain%3A%7Eunset%2Cneeded");
  });
  it("escapes its own marks inside words", () => {
    expect(filtersToText([{ id: "need", op: "has", text: "a:b;c,d 50%" }])).toBe(
      "need:has:a%3Ab%3Bc%2Cd 50%25",
    );
  });
  it("takes nonsense as nothing", () => {
    expect(filtersFromText("x;y:in;z:is:1;:has:q")).toEqual([]);
    expect(filtersFromText("need:has:100%")).toEqual([{ id: "need", op: "has", text: "100%" }]);
    expect(sortFromText(",,:desc")).toEqual([]);
  });
  it("no hidden column is not the same as the usual hidden columns", () => {
    expect(viewFromParams(new URLSearchParams("hide=")).hidden).toEqual([]);
    expect(viewFromParams(new URLSearchParams()).hidden).toBeNull();
    expect(viewToParams({ hidden: [] }).toString()).toBe("hide=");
  });
  it("reads back every view that it wrote", () => {
    const word = fc.string({ minLength: 1, unit: "grapheme" });
    const words = fc.array(word, { maxLength: 4 });
    const filter = fc.oneof(
      fc.record({
        id: word,
        op: fc.constant("in" as const),
        values: fc.array(word, { minLength: 1, maxLength: 4 }),
      }),
      fc.record({ id: word, op: fc.constant("has" as const), text: word }),
    );
    const view = fc.record({
      q: fc.string(),
      sort: fc.array(fc.record({ id: word, desc: fc.boolean() }), { maxLength: 3 }),
      filters: fc.array(filter, { maxLength: 3 }),
      group: words,
      hidden: fc.option(words),
      row: fc.option(word),
      selected: words,
    });
    fc.assert(
      fc.property(view, (given) => {
        expect(viewFromParams(new URLSearchParams(viewToParams(given).toString()))).toEqual(given);
      }),
    );
  });
});
