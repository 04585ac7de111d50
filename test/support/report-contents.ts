import type { ReviewContent } from "@/lib/review/content";
import {
  blankEntry,
  exampleCapability,
  exampleConfiguration,
  exampleEntry,
  exampleExecutor,
  exampleGrant,
  exampleJustification,
  exampleMissingLimit,
  exampleReview,
  exampleRisk,
  quietContent,
} from "@/lib/rules/example-content";
import { DIGEST, HOSTILE } from "./report-source";

/** A small review in which something of every kind is recorded. */
export const fullContent = (): ReviewContent =>
  quietContent({
    review: exampleReview({
      title: "Custom guardrails, first review",
      task: "Check and rewrite a model's answers.",
      dataSubjects: "The customer's prompts and answers.",
    }),
    entryPoints: [
      exampleEntry(1, {
        answers: {
          endsOnTimeout: { state: "not-applicable", reason: "A preview has its own limit of ten seconds." },
        },
        endsOnTimeout: null,
      }),
      exampleEntry(2, { name: "Registration", kind: "register", crossesBroker: "no" }),
      blankEntry(3, { name: "Startup" }),
    ],
    capabilities: [
      exampleCapability(1, { justificationId: "J1", decision: "needed" }),
      exampleCapability(2, { title: "Kubernetes API token", group: "credentials", severity: "critical" }),
      exampleMissingLimit(3),
      exampleCapability(4, { class: "claim", title: "Network policy that nothing enforces" }),
      exampleCapability(5, { title: "Host directory /srv", decision: "remove", note: "In the next release" }),
    ],
    justifications: [exampleJustification(1, { evidence: "https://example.com/tickets/4711" })],
    risks: [
      exampleRisk(1, {
        covers: ["executor:X1", "capability:C2"],
        recommendation: "Accept until the next release.",
      }),
    ],
    configurations: [exampleConfiguration(1, { configDigest: DIGEST, authorityDigest: DIGEST })],
  });

/** One executor with a thousand capabilities. */
export const thousandRows = (): ReviewContent =>
  quietContent({
    capabilities: Array.from({ length: 1_000 }, (_, n) =>
      exampleCapability(n + 1, {
        title: `Host directory /var/lib/cache/${n + 1}`,
        justificationId: n % 3 === 0 ? "J1" : null,
        severity: (["critical", "high", "medium", "low"] as const)[n % 4]!,
      }),
    ),
    justifications: [exampleJustification(1)],
  });

/** Chinese with kana, Arabic, Hebrew, emoji, markup and control characters in cells of every kind. */
export function everyScript(): ReviewContent {
  const texts = Object.values(HOSTILE);
  const next = (n: number) => texts[n % texts.length]!;
  return quietContent({
    review: exampleReview({
      title: HOSTILE.chinese,
      task: HOSTILE.hebrew,
      dataSubjects: HOSTILE.arabic,
      notes: HOSTILE.emoji,
    }),
    entryPoints: texts.map((text, n) =>
      exampleEntry(n + 1, { name: text, permission: next(n + 1), notes: next(n + 2) }),
    ),
    executors: [exampleExecutor(1, { name: HOSTILE.hebrew, process: HOSTILE.arabic })],
    capabilities: texts.map((text, n) =>
      exampleCapability(n + 1, {
        title: text,
        note: next(n + 3),
        grant: exampleGrant({ explanation: text, file: `${"very-long-directory/".repeat(20)}${n}.yaml` }),
      }),
    ),
    justifications: [
      exampleJustification(1, { purpose: HOSTILE.arabic, limit: HOSTILE.hebrew, evidence: "x".repeat(400) }),
    ],
    risks: [
      exampleRisk(1, { title: HOSTILE.arabic, description: HOSTILE.hebrew, rationale: HOSTILE.chinese }),
    ],
  });
}
