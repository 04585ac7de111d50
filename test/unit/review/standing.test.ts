import { expect, it } from "vitest";
import { standingWords } from "@/lib/review/standing";

it("says what is in force, until when, and the draft beside it", () => {
  const inForce = { number: 2, validUntil: "2027-03-01T00:00:00.000Z" };
  expect(standingWords({ revision: { number: 2, state: "in-force" }, inForce })).toEqual({
    tone: "good",
    label: "In force until 1 Mar 2027",
  });
  expect(standingWords({ revision: { number: 3, state: "draft" }, inForce })).toEqual({
    tone: "good",
    label: "In force until 1 Mar 2027, draft 3",
  });
});

it("says a draft, a submission and a rejection with their number", () => {
  const of = (state: string) => standingWords({ revision: { number: 1, state }, inForce: null });
  expect(of("draft")).toEqual({ tone: "open", label: "Draft 1" });
  expect(of("submitted")).toEqual({ tone: "neutral", label: "Submitted 1" });
  expect(of("rejected")).toEqual({ tone: "bad", label: "Rejected 1" });
  expect(of("ended")).toEqual({ tone: "warn", label: "Ended 1" });
});

it("says archived before anything else", () => {
  const standing = { revision: { number: 1, state: "draft" }, inForce: null, isArchived: true };
  expect(standingWords(standing)).toEqual({ tone: "off", label: "Archived" });
});
