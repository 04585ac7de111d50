import { describe, expect, test } from "vitest";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { sha256 } from "@/lib/kernel/digest";

describe("canonical JSON (RFC 8785)", () => {
  test("serialises the sample of section 3.2.2", () => {
    // The sample's own text; its escapes and digits are part of it.
    const sample = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(canonicalJson(sample)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test("sorts keys by UTF-16 code units, as the sample of section 3.2.3", () => {
    const sample = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    expect(Object.values(JSON.parse(canonicalJson(sample)))).toHaveLength(7);
    const order = [...canonicalJson(sample).matchAll(/:"([^"]+)"/g)].map((match) => match[1]);
    expect(order).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ["\ud83d"], [10n]])("refuses %s", (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  test("digests as FIPS 180-4 says", () => {
    expect(sha256("abc")).toBe("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
