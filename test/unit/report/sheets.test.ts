import { describe, expect, test } from "vitest";
import { fileNameOf } from "@/lib/report/file-name";
import { SHEETS, type SheetName, sheetOf } from "@/lib/report/sheets";
import { fullContent } from "../../support/report-contents";
import { inForce, sourceOf } from "../../support/report-source";

const source = sourceOf(fullContent(), { revision: inForce });
const cellOf = (name: SheetName, number: string, header: string): string => {
  const sheet = sheetOf(name, source);
  return sheet.rows.find(([no]) => no === number)![sheet.header.indexOf(header)]!;
};

describe("a sheet", () => {
  test("of every kind has as many cells in each row as in its header", () => {
    for (const name of Object.keys(SHEETS) as SheetName[]) {
      const { header, rows } = sheetOf(name, source);
      for (const row of rows) expect(row).toHaveLength(header.length);
    }
  });

  test("names what references lead to", () => {
    expect(cellOf("entry-points", "E2", "Executor")).toBe("Sandbox (X1)");
    expect(cellOf("capabilities", "C1", "Justification")).toBe(
      "Guardrails load shared word lists from the cache. (J1)",
    );
    expect(cellOf("risks", "R1", "Covers")).toBe("X1, C2");
    expect(cellOf("risks", "R1", "Owner")).toBe("Olga Owner");
  });

  test("says “not applicable” with its reason", () => {
    expect(cellOf("entry-points", "E1", "Ends on timeout?")).toBe(
      "Not applicable: A preview has its own limit of ten seconds.",
    );
  });

  test("says where a capability is granted", () => {
    expect(cellOf("capabilities", "C2", "File")).toBe("runner.yaml");
    expect(cellOf("capabilities", "C2", "Line")).toBe("31");
    expect(cellOf("capabilities", "C2", "Origin")).toBe("Written down");
  });
});

describe("the name of a file", () => {
  const named = (system: string) =>
    fileNameOf({ system, review: 1, revision: { number: 3, state: "in-force" } }, ".pdf");

  test("says system, review and revision in letters that every file system takes", () => {
    expect(named("Guardrail runner")).toBe("guardrail-runner-review-1-revision-3.pdf");
    expect(named('Zoë\'s "api"\r\nset-cookie: x=1; ../../etc')).toBe(
      "zoe-s-api-set-cookie-x-1-etc-review-1-revision-3.pdf",
    );
    expect(named("预览")).toBe("system-review-1-revision-3.pdf");
    expect(named("x".repeat(300)).length).toBeLessThan(100);
  });
});
