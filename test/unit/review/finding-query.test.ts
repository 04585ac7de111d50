import { expect, it } from "vitest";
import { activityFromParams, activityToParams } from "@/lib/review/activity-query";
import { filterFromParams, filterToParams } from "@/lib/review/finding-query";
import { findingHref, placeHref, rowHref } from "@/lib/review/row-link";

it("A filter in the address comes back as it was", () => {
  const filter = filterFromParams({
    rule: "CAP-01",
    severity: "critical,high",
    state: "open",
    question: "2",
    target: "executor:0198",
    text: "mounts & egress",
  });
  expect(filter).toEqual({
    rule: "CAP-01",
    severity: ["critical", "high"],
    state: ["open"],
    question: 2,
    target: "executor:0198",
    text: "mounts & egress",
  });
  expect(filterFromParams(Object.fromEntries(filterToParams(filter)))).toEqual(filter);
});

it("Words that mean nothing are left out, so that an old link still leads somewhere", () => {
  expect(filterFromParams({ severity: "awful", question: "9", state: "open", cursor: "2.1" })).toEqual({
    state: ["open"],
  });
  expect(activityFromParams({ type: "cell.eaten", actor: "me", kind: "entry", row: ["E1", "E2"] })).toEqual({
    kind: "entry",
  });
});

it("An activity filter comes back as it was", () => {
  const filter = activityFromParams({ type: "cell.edited,row.created", kind: "review", row: "E3" });
  expect(Object.fromEntries(activityToParams(filter))).toEqual({
    type: "cell.edited,row.created",
    kind: "review",
    row: "E3",
  });
});

it("Rows are linked by short number", () => {
  expect(rowHref("r", "entry", 3)).toBe("/reviews/r/entry-points?row=E3");
  expect(rowHref("r", "executor", 2)).toBe("/reviews/r/entry-points/executors?row=X2");
  expect(rowHref("r", "capability", 17)).toBe("/reviews/r/authority?row=C17");
  expect(findingHref("r", 9)).toBe("/reviews/r/findings/F9");
  expect(placeHref("r", "kind:startup")).toBe("/reviews/r/entry-points");
  expect(placeHref("r", "review")).toBe("/reviews/r/scope");
});
