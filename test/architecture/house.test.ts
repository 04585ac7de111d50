import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Source, violationsIn } from "./house";

const root = fileURLToPath(new URL("../..", import.meta.url));

function sources(): Source[] {
  const found: Source[] = [];
  for (const top of ["app", "components", "lib", "test", "prisma"]) {
    for (const entry of readdirSync(`${root}/${top}`, { recursive: true, withFileTypes: true })) {
      const path = `${entry.parentPath.slice(root.length).replace(/^\//, "")}/${entry.name}`;
      if (!entry.isFile() || !/\.(ts|tsx|mjs)$/.test(path) || path.includes("/generated/")) continue;
      found.push({ path, text: readFileSync(`${root}/${path}`, "utf8") });
    }
  }
  return found;
}

describe("the house", () => {
  test("is in order", () => {
    expect(violationsIn(sources().filter(({ path }) => !path.startsWith("test/architecture/")))).toEqual([]);
  });

  test("keeps its files short: the median is under 80 lines", () => {
    const lengths = sources()
      .filter(
        ({ path }) => path.startsWith("lib/") || path.startsWith("app/") || path.startsWith("components/"),
      )
      .map(({ text }) => text.split("\n").length)
      .sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(80);
  });
});

describe("the guard itself refuses", () => {
  test.each<[string, Source]>([
    ["direction", { path: "lib/rules/x.ts", text: 'import { read } from "@/lib/platform/db/transaction";' }],
    [
      "direction",
      { path: "components/x.tsx", text: 'import { reviewHead } from "@/lib/review/server/access";' },
    ],
    ["direction", { path: "lib/kernel/x.ts", text: 'import { RULES } from "../rules/rules";' }],
    ["direction", { path: "lib/review/server/x.ts", text: 'import { X } from "@/app/x";' }],
    ["direction", { path: "lib/platform/x.ts", text: 'import { X } from "@/lib/review/server/access";' }],
    ["database", { path: "lib/review/server/x.ts", text: 'import { Client } from "pg";' }],
    ["database", { path: "app/x.ts", text: 'import { PrismaPg } from "@prisma/adapter-pg";' }],
    ["pure", { path: "lib/authority/x.ts", text: 'import { readFileSync } from "node:fs";' }],
    ["pure", { path: "lib/review/x.ts", text: 'import { headers } from "next/headers";' }],
    ["length", { path: "lib/review/x.ts", text: "\n".repeat(301) }],
    ["name", { path: "lib/review/cell-utils.ts", text: "export const a = 1;" }],
    ["name", { path: "lib/review/editCell.ts", text: "export const a = 1;" }],
    ["barrel", { path: "lib/review/index.ts", text: 'export * from "./cell";\nexport { a } from "./b";' }],
    ["fetch", { path: "components/x.tsx", text: "await fetch('/api')" }],
    ["html", { path: "components/x.tsx", text: "<p dangerouslySetInnerHTML={{__html: text}} />" }],
  ])("%s: %o", (rule, source) => {
    expect(violationsIn([source]).map((violation) => violation.rule)).toContain(rule);
  });

  test("a cycle between files, by values only", () => {
    const ring: Source[] = [
      { path: "lib/review/x.ts", text: 'import { b } from "@/lib/rules/y";' },
      { path: "lib/rules/y.ts", text: 'import { a } from "@/lib/review/x";' },
    ];
    expect(violationsIn(ring).map(({ rule }) => rule)).toContain("cycle");
    const types: Source[] = [
      ring[0]!,
      { path: "lib/rules/y.ts", text: 'import type { A } from "@/lib/review/x";' },
    ];
    expect(violationsIn(types)).toEqual([]);
  });
});
