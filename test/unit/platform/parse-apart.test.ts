import { describe, expect, test } from "vitest";
import { parseApart } from "@/lib/platform/http/parse-apart";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("parsing a large body apart", () => {
  test("gives what JSON.parse gives", async () => {
    const value = {
      files: [{ name: "a.yaml", text: "kind: Pod\n".repeat(50_000) }],
      n: [1, null, true, "ü😀"],
    };
    expect(await parseApart(bytes(JSON.stringify(value)))).toEqual({ ok: true, value });
  });

  test.each<[string, Uint8Array, RegExp]>([
    ["what is not JSON", bytes("{"), /^The body is not JSON: /],
    ["what is not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), /^The body is not UTF-8 text\.$/],
    [
      "300,000 values",
      bytes(JSON.stringify(Array(300_000).fill(0))),
      /^The body holds more than 200,000 values\.$/,
    ],
  ])("refuses %s in a sentence", async (_, body, reason) => {
    expect(await parseApart(body)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  test("leaves the caller's bytes alone", async () => {
    const given = bytes('{"a":1}');
    await parseApart(given);
    expect(given.byteLength).toBe(7);
  });
});
