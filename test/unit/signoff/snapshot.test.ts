import { expect, test } from "vitest";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { exampleCapability } from "@/lib/rules/example-content";
import { coveredContent, frozenPieces, type SnapshotInput } from "@/lib/signoff/snapshot";
import { fullContent } from "../../support/report-contents";

const inputOf = (content: SnapshotInput["content"]): SnapshotInput => ({
  content,
  findings: [],
  ruleSetVersion: "1",
  policyVersion: "1",
  system: { id: "s", name: "Runner" },
  revision: { number: 3 },
});

const textOf = (input: SnapshotInput): string => [...frozenPieces(input)].join("");

test("the pieces are the canonical text of what is covered", () => {
  const input = inputOf(fullContent());
  expect(textOf(input)).toBe(canonicalJson(coveredContent(input)));
});

test("in pieces of hundreds too, with answers whose members are in no order", () => {
  const capabilities = Array.from({ length: 1_201 }, (_, at) =>
    exampleCapability(
      at + 1,
      at === 700 ? { answers: { note: { state: "not-applicable", reason: "x" } } } : {},
    ),
  );
  const input = inputOf({ ...fullContent(), capabilities });
  expect(coveredContent(input).capabilities).toHaveLength(1_201);
  expect(textOf(input)).toBe(canonicalJson(coveredContent(input)));
});

test("of no capabilities at all", () => {
  const input = inputOf({ ...fullContent(), capabilities: [] });
  expect(textOf(input)).toBe(canonicalJson(coveredContent(input)));
});
