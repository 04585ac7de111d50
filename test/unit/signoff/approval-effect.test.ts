import { expect, test } from "vitest";
import { approvalEffect } from "@/lib/signoff/approval-effect";
import { DEFAULT_TERMS } from "@/lib/signoff/terms";

const NOW = new Date("2026-12-01T09:00:00Z");
const effect = (quorum: number, risks: (string | null)[], approvals = 0) =>
  approvalEffect(
    {
      terms: { ...DEFAULT_TERMS, quorum, validityDays: 90 },
      approvals: Array.from({ length: approvals }, (_, at) => ({ name: `Approver ${at}` })) as never,
      frozen: { risks: risks.map((expiresAt) => ({ expiresAt })) },
    },
    NOW,
  );

test.each<[string, string, string]>([
  [
    "that is not the last",
    effect(2, []),
    "This is approval 1 of 2. It comes into force once one more approver agrees.",
  ],
  ["without risks", effect(1, []), "It comes into force at once, for 90 days."],
  [
    "whose risks outlive it",
    effect(1, ["2027-03-02", null]),
    "It comes into force at once, for 90 days, and 2 residual risks are accepted.",
  ],
  [
    // 90 days after 1 December are over on 1 March.
    "whose first risk ends before it",
    effect(2, ["2027-06-01", "2027-02-27"], 1),
    "It comes into force at once, until 27 Feb 2027, when its first residual risk ends, and 2 residual risks are accepted.",
  ],
])("says what an approval does %s", (_which, said, expected) => {
  expect(said).toBe(expected);
});
