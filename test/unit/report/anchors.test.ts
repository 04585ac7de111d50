import { expect, test } from "vitest";
import { anchorsOf } from "@/lib/report/anchors";
import { reportOf } from "@/lib/report/report-of";
import { exampleCapability, quietContent } from "@/lib/rules/example-content";
import { fullContent } from "../../support/report-contents";
import { sourceOf } from "../../support/report-source";

const surplus = (count: number) =>
  anchorsOf(
    reportOf(
      sourceOf(
        quietContent({ capabilities: Array.from({ length: count }, (_, n) => exampleCapability(n + 1)) }),
      ),
    ),
  );

test("a place is kept for what is printed and named elsewhere, and for nothing else", () => {
  const anchors = anchorsOf(reportOf(sourceOf(fullContent())));
  for (const number of ["A1", "X1", "E2", "C2", "R1", "F3", "ENT-01"])
    expect(anchors).toHaveProperty([number]);
  // Nothing leads to a justification, or to a claim.
  for (const number of ["J1", "C4"]) expect(anchors).not.toHaveProperty([number]);
});

test("a long list has no links, nor has any list of a very long report", () => {
  expect(surplus(40)).toHaveProperty(["C1"]);
  expect(surplus(41)).not.toHaveProperty(["C1"]);
  expect(surplus(2_001)).not.toHaveProperty(["C1"]);
  expect(surplus(41)).toHaveProperty(["X1"]);
});
