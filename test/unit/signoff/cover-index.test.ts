import { describe, expect, it } from "vitest";
import type { ResidualRisk } from "@/lib/review/content";
import { coverOf } from "@/lib/signoff/cover-index";
import { coveringWords } from "@/lib/signoff/covering-risk";

const risk = (number: number, more: Partial<ResidualRisk>): ResidualRisk =>
  ({
    id: `r${number}`,
    number,
    title: `Risk ${number}`,
    covers: [],
    state: "proposed",
    archivedAt: null,
    expiresAt: null,
    ...more,
  }) as ResidualRisk;

describe("what covers the rows of a page", () => {
  const cover = coverOf("review", [
    risk(7, { covers: ["capability:c1", "finding:f1"] }),
    risk(4, { covers: ["capability:c1"], state: "accepted" }),
    risk(5, { covers: ["capability:c1"], state: "draft" }),
    risk(6, { covers: ["entry:e1"], state: "revoked" }),
    risk(8, { covers: ["entry:e1"], archivedAt: "2026-11-30T00:00:00.000Z" }),
  ]);
  const labels = (...targets: string[]) => cover(targets).map(({ label }) => label);

  it("is every risk that names one of the targets, once, and takes part in a decision", () => {
    expect(labels("capability:c1")).toEqual(["R4", "R7"]);
    expect(labels("capability:c1", "finding:f1")).toEqual(["R4", "R7"]);
    expect(labels("finding:f1")).toEqual(["R7"]);
    expect(labels("entry:e1", "capability:c2")).toEqual([]);
  });

  it("leads to the risk", () => {
    expect(cover(["finding:f1"])[0]).toMatchObject({ href: "/reviews/review/decide?row=R7", name: "Risk 7" });
  });
});

it.each([
  ["accepted", "2027-03-01", 3, "until 1 Mar 2027, accepted in revision 3"],
  ["accepted", "2027-03-01", null, "until 1 Mar 2027, accepted"],
  ["proposed", "2027-03-01", 3, "until 1 Mar 2027, proposed, not yet accepted"],
  ["proposed", null, null, "without a last day yet, proposed, not yet accepted"],
] as const)("a risk that is %s until %s in revision %s covers %j", (state, expiresAt, decidedIn, words) => {
  expect(coveringWords({ state, expiresAt, decidedIn })).toBe(words);
});
