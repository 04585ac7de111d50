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
  risksUntil: null,
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

/** One text for each script and each language of markup that a cell may hold. */
export const HOSTILE = {
  chinese: "预览在沙箱里运行客户的代码。かなとカナ。",
  arabic: "مرحبا بالعالم: الرمز يعمل داخل الحاوية (test) 123",
  hebrew: "שלום עולם: הקוד רץ בתוך הקופסה (test) 123",
  emoji: "Approved 😀 👍🏽 👨‍👩‍👧 ✅",
  typst:
    '#strong[x] #eval("1+1") $x^2$ *bold* _it_ `raw` @ref <label> #import "look.typ" \\ // no /* no */ = Heading',
  html: '<script>alert(1)</script> <b>bold</b> &amp; <img src="x" onerror="y">',
  controls: "bell\u0007 tab\there turned\u202Earound\u202C thai ก hieroglyph 𓀀 mark e\u0301 a\u05B0",
} as const;

/** Every text of a content's cells replaced: what a person may have typed into all of them. */
export function everywhere<T>(value: T, text: string): T {
  if (Array.isArray(value)) return value.map((one) => everywhere(one, text)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      typeof one === "string" && WRITTEN.has(name) ? text : everywhere(one, text),
    ]),
  ) as T;
}

const WRITTEN = new Set(
  (
    "name title task dataSubjects notes description permission files credentials network approvedDigest " +
    "process account reachNotes roleReason because purpose limit evidence rationale controls recommendation " +
    "layer note environment explanation workload container file reason words requestWords"
  ).split(" "),
);
