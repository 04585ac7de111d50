import { expect, it } from "vitest";
import { exampleCapability, exampleEntry, exampleReview, quietContent } from "@/lib/rules/example-content";
import { notApplicableAnswers } from "@/lib/rules/not-applicable";

it("counts every “not applicable” of live rows, with its reason", () => {
  const answers = {
    permission: { state: "not-applicable" as const, reason: "The scheduler calls it." },
    files: { state: "unknown" as const },
  };
  const content = quietContent({
    review: exampleReview({ answers: { task: { state: "unknown" } } }),
    entryPoints: [
      exampleEntry(1, { answers }),
      exampleEntry(2, { answers, archivedAt: "2026-11-30T10:00:00.000Z" }),
    ],
    capabilities: [
      exampleCapability(1, {
        answers: { note: { state: "not-applicable", reason: "Closed." } },
        closedAt: "2026-11-30T10:00:00.000Z",
      }),
    ],
  });
  expect(notApplicableAnswers(content)).toEqual([
    { target: "entry:E1", field: "permission", reason: "The scheduler calls it." },
  ]);
});
