import { rulesOf } from "@/lib/report/beside";
import type { ReportRevision, ReportSource } from "@/lib/report/source";
import type { ReviewContent } from "@/lib/review/content";
import { evaluateAll } from "@/lib/rules/engine";
import { quietContent } from "@/lib/rules/example-content";

export const DIGEST = `sha256:${"0123456789abcdef".repeat(4)}`;

export const draftRevision: ReportRevision = {
  number: 1,
  state: "draft",
  requestedBy: null,
  requestedAt: null,
  requestWords: null,
  decidedAt: null,
  validUntil: null,
  endedAt: null,
  endedBy: null,
  endedBecause: null,
  contestedBecause: null,
  policyVersion: null,
  policy: null,
  digest: null,
};

/** A revision in force that Adam approved. */
export const inForce: ReportRevision = {
  ...draftRevision,
  number: 3,
  state: "in-force",
  requestedBy: "Rita Reviewer",
  requestedAt: "2026-11-30T09:00:00.000Z",
  requestWords: "Please look at the preview path.",
  decidedAt: "2026-11-30T10:30:00.000Z",
  validUntil: "2027-11-30T10:30:00.000Z",
  policyVersion: "1",
  policy: { quorum: 1, approverIds: [] },
  digest: DIGEST,
};

/** What a report is made from, of a content: its findings are those that the rules give. */
export function sourceOf(content: ReviewContent, more: Partial<ReportSource> = {}): ReportSource {
  const fired = evaluateAll(content);
  return {
    content,
    findings: fired.map((finding, at) => ({
      ...finding,
      id: `F${at + 1}`,
      number: at + 1,
      state: "open" as const,
      dismissal: null,
    })),
    system: { id: "system", name: "Guardrail runner" },
    people: { member: "Olga Owner" },
    rules: rulesOf(fired.map(({ ruleId }) => ruleId)),
    ruleSetVersion: "1",
    revision: draftRevision,
    signOffs: [],
    decisions: {},
    takenAt: "2026-11-30T08:00:00.000Z",
    events: null,
    ...more,
  };
}

/** A content in which nobody has said anything. */
export const emptyContent = (): ReviewContent =>
  quietContent({ artifacts: [], entryPoints: [], executors: [], kindAnswers: [], configurations: [] });
