import { describe, expect, test } from "vitest";
import { beginsRisk, namedRisk, unknownRisk } from "@/lib/signoff/unknown-risk";

const unknown = (address: { row?: string; risk?: string }) =>
  unknownRisk({ row: null, risk: null, ...address }, [1, 4]);

describe("an address that names a risk", () => {
  test("which the review has, asks for nothing unknown", () => {
    expect(unknown({})).toBeNull();
    expect(unknown({ row: "R4" })).toBeNull();
    expect(unknown({ risk: "R1" })).toBeNull();
  });

  test("which the review does not have, is answered with its label", () => {
    expect(unknown({ row: "R99" })).toBe("R99");
    expect(unknown({ risk: "R99" })).toBe("R99");
    expect(unknown({ risk: "r4" })).toBe("r4");
    expect(unknown({ row: "E3" })).toBe("E3");
    expect(unknown({ risk: "x".repeat(100) })).toBe(`${"x".repeat(40)}…`);
    expect(unknown({ row: " ", risk: "" })).toBeNull();
  });

  test("begins one from nothing or from rows, and names one by its number alone", () => {
    for (const start of ["new", "C17,E3,F9", "F9"]) {
      expect(beginsRisk(start)).toBe(true);
      expect(unknown({ risk: start })).toBeNull();
      expect(namedRisk(start)).toBeNull();
    }
    expect(beginsRisk("R99")).toBe(false);
    expect(beginsRisk("hello")).toBe(false);
    expect(namedRisk("R12")).toBe("R12");
    expect(namedRisk("R0")).toBeNull();
  });
});
