import { describe, expect, it } from "vitest";
import type { ReviewContent } from "@/lib/review/content";
import { overviewOf } from "@/lib/review/overview";
import type { StoredFinding } from "@/lib/rules/diff-findings";
import { evaluateAll } from "@/lib/rules/engine";
import {
  blankEntry,
  exampleCapability,
  exampleConfiguration,
  exampleEntry,
  exampleExecutor,
  exampleMissingLimit,
  quietContent,
} from "@/lib/rules/example-content";

const stored = (content: ReviewContent): StoredFinding[] =>
  evaluateAll(content).map((finding, at) => ({ ...finding, id: `F${at}`, number: at + 1, state: "open" }));
const answer = (question: number, content: ReviewContent) =>
  overviewOf(content, stored(content))[question - 1]!;

describe("can any execution path avoid confinement?", () => {
  it("says yes with the paths counted and the executors named", () => {
    const content = quietContent({
      entryPoints: [
        exampleEntry(1),
        exampleEntry(2, { crossesBroker: "no", executorId: "X2" }),
        exampleEntry(3),
      ],
      executors: [
        exampleExecutor(1),
        exampleExecutor(2, { name: "Application process", applicationProcess: "yes", layers: [] }),
      ],
    });
    expect(answer(1, content)).toMatchObject({
      verdict: "yes",
      answer:
        "Yes. 1 of 3 entry points runs submitted code without crossing the broker; Application process (X2) runs it in the application's own process.",
      worst: "critical",
    });
  });

  it("does not say no while something is not answered", () => {
    const blank = quietContent({ entryPoints: [exampleEntry(1), blankEntry(2)], kindAnswers: [] });
    expect(answer(1, blank)).toMatchObject({
      verdict: "not-known",
      answer: "Not known yet: 1 of 2 entry points is not answered; 8 kinds of entry point are not answered.",
      openItems: 2,
    });
    expect(answer(1, quietContent({ entryPoints: [] })).answer).toBe(
      "Not known yet: no entry point is recorded.",
    );
  });

  it("says that none is recorded once everything is answered", () => {
    expect(answer(1, quietContent())).toMatchObject({
      verdict: "no",
      answer:
        "None that is recorded: of 1 entry point, 1 executes submitted code, and all of those cross the broker.",
      openItems: 0,
      worst: null,
    });
  });
});

describe("if arbitrary code runs inside, what can it do?", () => {
  it("counts grants, what serves no need, missing limits and what ends confinement", () => {
    const content = quietContent({
      capabilities: [
        exampleCapability(1),
        exampleCapability(2, { decision: "baseline" }),
        exampleCapability(3, {
          title: "docker.sock",
          catalogueId: "runtime-socket",
          endsConfinement: true,
          decision: "accept",
        }),
        exampleMissingLimit(4),
      ],
    });
    expect(answer(2, content)).toMatchObject({
      verdict: "said",
      answer:
        "1 executor runs submitted code and holds 3 grants, of which 1 serves no stated need; 1 limit is missing and undecided. What ends confinement: docker.sock.",
    });
  });

  it("says that nothing is known without executors or grants", () => {
    expect(answer(2, quietContent({ executors: [], entryPoints: [] })).verdict).toBe("not-known");
    expect(answer(2, quietContent()).answer).toBe(
      "Not known yet: 1 executor runs submitted code, and nothing is recorded of what is granted there.",
    );
  });
});

it("says plainly what is not recorded yet", () => {
  const content = quietContent({ configurations: [exampleConfiguration(1, { provenance: "template" })] });
  expect(answer(3, content)).toMatchObject({
    verdict: "not-recorded",
    answer:
      "Canary runs are not recorded yet. What is granted is read from the configuration of production (template).",
    openItems: 1,
  });
  expect(answer(4, content).answer).toMatch(/^Not recorded yet/);
});
