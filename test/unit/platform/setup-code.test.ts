import { expect, it } from "vitest";
import { newSetupCode, setupCodeHash } from "@/lib/platform/setup-code";

it("has 128 bits in groups of five, in letters that nobody mistakes", () => {
  const codes = Array.from({ length: 200 }, newSetupCode);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]$/);
  expect(new Set(codes).size).toBe(200);
  // 26 characters of five bits are 130: the first one holds three.
  for (const code of codes) expect(code[0]).toMatch(/[0-7]/);
});

it("is the same code however it is typed", () => {
  const hash = setupCodeHash("10ABC-DEFGH");
  expect(setupCodeHash(" lOabc defgh ")).toBe(hash);
  expect(setupCodeHash("I0ABCDEFGH")).toBe(hash);
  expect(setupCodeHash("10ABC-DEFGJ")).not.toBe(hash);
  // printf 10ABCDEFGH | sha256sum
  expect(hash).toBe("0211d25f254e60bccf5c6f00d52dbc26ebfb12a3cc2cf3c513a2dfad0b3799db");
});
