import { describe, expect, it } from "vitest";
import type { ReviewContent } from "@/lib/review/content";
import type { StoredFinding } from "@/lib/rules/diff-findings";
import { evaluateAll } from "@/lib/rules/engine";
import { quietContent } from "@/lib/rules/example-content";
import { RULES, ruleList, ruleOf } from "@/lib/rules/rules";
import { parseTarget } from "@/lib/rules/targets";
import { uncoveredFindings } from "@/lib/rules/uncovered-findings";
import { isAtLeast } from "@/lib/rules/words";

const stored = (content: ReviewContent): StoredFinding[] =>
  evaluateAll(content).map((finding, at) => ({
    ...finding,
    id: `F${at + 1}`,
    number: at + 1,
    state: "open",
  }));

describe("the rule catalogue", () => {
  it("holds the rules of sections 1, 2, 3 and 5 that the present data reaches", () => {
    expect(RULES.map((rule) => rule.id)).toEqual([
      ..."ENT-01 ENT-02 ENT-03 ENT-04 ENT-05 ENT-06 ENT-08 ENT-09 ENT-11 ENT-13 ENT-14".split(" "),
      ..."CAP-01 CAP-02 CAP-03 CAP-04 CAP-05 CAP-07 CAP-08 CAP-11 CAP-12 CAP-13".split(" "),
      ..."CFG-01 RSK-01 RSK-02 RSK-03 SGN-01".split(" "),
    ]);
  });

  it("says of every rule what it is, why it matters and how to resolve it", () => {
    for (const rule of RULES) {
      expect(rule.title.length, rule.id).toBeGreaterThan(10);
      expect(rule.explanation.length, rule.id).toBeGreaterThan(60);
      expect(rule.resolve.length, rule.id).toBeGreaterThan(0);
      expect(rule.reference, rule.id).not.toBe("");
    }
  });

  it("lets no critical rule be answered away", () => {
    for (const rule of RULES)
      if (rule.severity === "critical") expect(rule.notApplicable, rule.id).toBe(false);
    expect(ruleOf("CAP-08")?.notApplicable).toBe(false);
  });

  it("is served without functions", () => {
    const list = ruleList();
    expect(JSON.parse(JSON.stringify(list))).toEqual(list);
    expect(list[0]).not.toHaveProperty("evaluate");
    expect(list[0]).not.toHaveProperty("examples");
  });

  it("finds nothing in a content that is answered and decided", () => {
    expect(evaluateAll(quietContent())).toEqual([]);
  });

  for (const rule of RULES.filter((one) => one.when === "always")) {
    it(`${rule.id} fires on its example, once`, () => {
      const found = evaluateAll(rule.examples.fires()).filter((finding) => finding.ruleId === rule.id);
      expect(found).toHaveLength(1);
      const [finding] = found;
      expect(parseTarget(finding!.target)?.kind).toBe(rule.target);
      expect(isAtLeast(rule.severity, finding!.severity)).toBe(true);
      expect(finding!.reason).toMatch(/^\S.*\.$/);
    });
    it(`${rule.id} is quiet on its other example`, () => {
      expect(evaluateAll(rule.examples.quiet()).filter((finding) => finding.ruleId === rule.id)).toEqual([]);
    });
  }

  it("RSK-01 lists at submission what is open and not covered", () => {
    const rule = ruleOf("RSK-01")!;
    const fires = rule.examples.fires();
    expect(uncoveredFindings(stored(fires), fires.risks).map((finding) => finding.ruleId)).toEqual([
      "CAP-05",
    ]);
    const quiet = rule.examples.quiet();
    expect(uncoveredFindings(stored(quiet), quiet.risks)).toEqual([]);
  });
});
