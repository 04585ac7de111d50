import { describe, expect, it } from "vitest";
import { checklistOf } from "@/lib/review/checklist";
import type { ReviewContent } from "@/lib/review/content";
import type { StoredFinding } from "@/lib/rules/diff-findings";
import { evaluateAll } from "@/lib/rules/engine";
import {
  blankEntry,
  exampleArtifact,
  exampleCapability,
  exampleEntry,
  exampleExecutor,
  exampleJustification,
  exampleMissingLimit,
  exampleReview,
  exampleRisk,
  quietContent,
} from "@/lib/rules/example-content";

const stored = (content: ReviewContent): StoredFinding[] =>
  evaluateAll(content).map((finding, at) => ({ ...finding, id: `F${at}`, number: at + 1, state: "open" }));

/** "section/check done/open" of everything that is not wholly done. */
const openChecks = (content: ReviewContent) =>
  checklistOf(content, stored(content)).flatMap((section) =>
    section.checks
      .filter((check) => check.open > 0)
      .map((check) => `${section.id}/${check.id} ${check.done}/${check.open}`),
  );

const scoped = { review: exampleReview({ task: "Run guardrails.", dataSubjects: "Customers." }) };

describe("the computed checklist", () => {
  it("has nothing open in a review that is answered and decided", () => {
    expect(openChecks(quietContent(scoped))).toEqual([]);
  });

  it("starts an empty review with one thing to do for each check, and never with zero of zero", () => {
    const empty = quietContent({
      review: exampleReview({ riskTier: null }),
      artifacts: [],
      entryPoints: [],
      executors: [],
      kindAnswers: [],
      configurations: [],
    });
    expect(openChecks(empty)).toEqual([
      "scope/task 0/1",
      "scope/data-subjects 0/1",
      "scope/risk-tier 0/1",
      "scope/artifacts 0/1",
      "entry-points/kinds 0/9",
      "entry-points/answered 0/1",
      "entry-points/executors 0/1",
      "authority/captured 0/1",
      "authority/placed 0/1",
    ]);
  });

  it("counts rows by section and sums them for the rail", () => {
    const content = quietContent({
      ...scoped,
      artifacts: [
        exampleArtifact(1),
        exampleArtifact(2, { submitters: null, answers: { submitters: { state: "unknown" } } }),
      ],
      entryPoints: [exampleEntry(1, { endsOnTimeout: null }), blankEntry(2)],
      executors: [
        exampleExecutor(1, { reuse: null }),
        exampleExecutor(2, { role: null, workload: "Deployment web", container: "web" }),
      ],
      capabilities: [
        exampleCapability(1),
        exampleCapability(2, { decision: "needed", justificationId: "J1" }),
        exampleMissingLimit(3),
        exampleMissingLimit(4, { decision: "fix" }),
      ],
      justifications: [exampleJustification(1, { enforcer: null })],
    });
    expect(openChecks(content)).toEqual([
      "scope/artifacts 1/1",
      "entry-points/answered 1/1",
      "entry-points/executors 0/1",
      "entry-points/endings 0/1",
      "authority/placed 1/1",
      "authority/grants 1/1",
      "authority/limits 1/1",
      "authority/justifications 0/1",
      "decide/covered 0/3",
    ]);
    const [scope] = checklistOf(content, []);
    expect(scope).toMatchObject({ done: 4, open: 1 });
  });

  it("takes a proposed risk for cover, and asks for what a risk lacks", () => {
    const content = quietContent({
      ...scoped,
      capabilities: [exampleCapability(1, { decision: "remove" })],
      risks: [exampleRisk(1, { covers: ["capability:C1"], ownerId: null })],
    });
    expect(openChecks(content)).toEqual(["decide/risks 0/1"]);
    expect(
      openChecks({ ...content, risks: [exampleRisk(1, { covers: ["capability:C1"], state: "draft" })] }),
    ).toEqual(["decide/covered 0/1"]);
  });

  it("leads from each count to what is meant", () => {
    const [, entryPoints, authority] = checklistOf(quietContent(), []);
    expect(entryPoints?.checks.find((check) => check.id === "answered")?.link).toEqual({
      page: "findings",
      query: { rule: "ENT-02", state: "open" },
    });
    expect(authority?.checks.find((check) => check.id === "limits")?.link).toEqual({
      page: "authority",
      filters: [{ id: "decision", op: "in", values: ["~unset"] }],
    });
  });
});
