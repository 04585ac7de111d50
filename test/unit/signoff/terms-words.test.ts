import { expect, test } from "vitest";
import { DEFAULT_TERMS } from "@/lib/signoff/terms";
import { changedTerms } from "@/lib/signoff/terms-words";

const ADAM = "0190d1f0-0000-7000-8000-00000000ada0";

test("a change of the terms is said fact by fact, in the order of the form", () => {
  const next = { ...DEFAULT_TERMS, validityDays: 1, quorum: 2, approverIds: [ADAM] };
  expect(changedTerms(DEFAULT_TERMS, next, new Map([[ADAM, "Adam Approver"]]))).toEqual([
    { key: "Approvals", before: "One", after: "2 by different people" },
    { key: "Who approves", before: "Everybody with the role approver or admin", after: "Adam Approver" },
    { key: "In force for", before: "365 days at most", after: "1 day at most" },
  ]);
});

test("the same terms change nothing", () => {
  expect(changedTerms(DEFAULT_TERMS, { ...DEFAULT_TERMS }, new Map())).toEqual([]);
});
