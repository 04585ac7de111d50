import fc from "fast-check";
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

  test("keeps the order where an object would not: numbers as keys, and __proto__", () => {
    expect(canonicalJson({ b: { "10": 1, "9": 2, a: 3, "-1": 4 } })).toBe(
      '{"b":{"-1":4,"10":1,"9":2,"a":3}}',
    );
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"z":2,"a":3}}'))).toBe(
      '{"__proto__":{"a":3,"z":2},"b":1}',
    );
  });

  test("leaves out what is undefined, and takes it for null in lists; changes nothing of what it is given", () => {
    const given = { b: [undefined, { d: 1, c: undefined }], a: undefined };
    expect(canonicalJson(given)).toBe('{"b":[null,{"d":1}]}');
    expect(Object.keys(given)).toEqual(["b", "a"]);
  });

  test.each([[new Date()], [{ a: () => 1 }], [Symbol("a")]])(
    "refuses what is no plain value: %s",
    (value) => {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    },
  );

  test("agrees with writing every value out, for any value", () => {
    const plain = (value: unknown): string => {
      if (Array.isArray(value)) return `[${value.map(plain).join(",")}]`;
      if (typeof value !== "object" || value === null) return JSON.stringify(value);
      const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
      return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${plain(member)}`).join(",")}}`;
    };
    fc.assert(fc.property(fc.jsonValue(), (value) => canonicalJson(value) === plain(value)));
  });

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ["\ud83d"], [10n]])("refuses %s", (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  test("digests as FIPS 180-4 says", () => {
    expect(sha256("abc")).toBe("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
