import type { ConfigurationSummary, ResidualRisk } from "@/lib/review/content";
import type { StoredFinding } from "@/lib/rules/diff-findings";
import { uncoveredFindings } from "@/lib/rules/uncovered-findings";
import { takesPart } from "./risk-life";

/** Something that keeps a revision from being submitted, with the rows that it is about. */
export type Blocker = {
  /** `RSK-01`, `RSK-02`, or `no-configuration`. */
  code: "RSK-01" | "RSK-02" | "no-configuration";
  message: string;
  /** Target keys: `finding:<id>`, `risk:<id>`. */
  lists: string[];
};

/**
 * What keeps a revision from being submitted: open findings of high or above that no residual risk
 * covers, risks without owner, treatment, rationale or expiry or with one that is past, and having no configuration at all.
 * Nothing else does.
 */
export function submissionBlockers(input: {
  configurations: ConfigurationSummary[];
  findings: StoredFinding[];
  risks: ResidualRisk[];
  /** The present day in UTC, YYYY-MM-DD. */
  today: string;
}): Blocker[] {
  const blockers: Blocker[] = [];
  if (input.configurations.length === 0) {
    blockers.push({
      code: "no-configuration",
      message: "No configuration is attached, so nobody knows what is granted. Import one under Authority.",
      lists: [],
    });
  }
  const uncovered = uncoveredNow(input.findings, input.risks);
  if (uncovered.length > 0) {
    blockers.push({
      code: "RSK-01",
      message: `${counted(uncovered.length, "finding of high or above is", "findings of high or above are")} open and no residual risk covers ${uncovered.length === 1 ? "it" : "them"}.`,
      lists: uncovered.map(({ id }) => `finding:${id}`),
    });
  }
  // A draft is no part of what is submitted; what it lacks can wait until it is proposed.
  const drafts = new Set(input.risks.flatMap(({ id, state }) => (state === "draft" ? `risk:${id}` : [])));
  const incomplete = input.findings.filter(
    ({ ruleId, state, target }) => ruleId === "RSK-02" && state === "open" && !drafts.has(target),
  );
  if (incomplete.length > 0) {
    blockers.push({
      code: "RSK-02",
      message:
        incomplete.length === 1
          ? incomplete[0]!.reason
          : `${incomplete.length} residual risks lack an owner, a treatment, a rationale or an expiry.`,
      lists: incomplete.map(({ target }) => target),
    });
  }
  const past = input.risks.filter(
    ({ expiresAt, archivedAt, state }) =>
      archivedAt === null && takesPart(state) && expiresAt !== null && expiresAt < input.today,
  );
  if (past.length > 0) {
    blockers.push({
      code: "RSK-02",
      message: `${past.map(({ number }) => `R${number}`).join(", ")} ${past.length === 1 ? "has" : "have"} expired. Choose a later day, or archive ${past.length === 1 ? "it" : "them"}.`,
      lists: past.map(({ id }) => `risk:${id}`),
    });
  }
  return blockers;
}

/**
 * RSK-01 at this moment: a finding that was accepted counts as open again once no risk covers it any
 * more, because the risk was archived or covers something else now.
 */
export const uncoveredNow = <F extends StoredFinding>(
  findings: readonly F[],
  risks: readonly ResidualRisk[],
): F[] =>
  uncoveredFindings(
    findings.map((finding) =>
      finding.state === "accepted" ? { ...finding, state: "open" as const } : finding,
    ),
    risks,
  );

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
