import type { RiskState } from "@/lib/review/vocabulary";
import { exampleCapability, exampleRisk, quietContent } from "../example-content";
import type { Rule } from "../schema";
import { isSaid, listed, named } from "../words";

const STILL_MATTERS = new Set<RiskState>(["draft", "proposed", "accepted"]);

const uncoveredRule: Rule = {
  id: "RSK-01",
  question: 5,
  target: "review",
  scope: "review",
  severity: "high",
  title: "Open findings that no residual risk covers",
  explanation:
    "Whoever signs has to know what stays. A finding of high or above that is still open is fixed, or a named person takes it on until a date.",
  resolve: [
    "Fix the causes.",
    "Write a residual risk that covers the findings, with an owner and an expiry.",
  ],
  reference: "ISO/IEC 27001:2022, 6.1.3 f; NIST SP 800-37, step R-3",
  notApplicable: false,
  listsCauses: true,
  // It is looked at by `uncoveredFindings`, when a revision is submitted.
  when: "submission",
  examples: {
    fires: () => quietContent({ capabilities: [exampleCapability(1, { decision: "remove" })] }),
    quiet: () =>
      quietContent({
        capabilities: [exampleCapability(1, { decision: "remove" })],
        risks: [exampleRisk(1, { covers: ["capability:C1"] })],
      }),
  },
  evaluate: {},
};

const incompleteRule: Rule = {
  id: "RSK-02",
  question: 5,
  target: "risk",
  scope: "row",
  severity: "medium",
  title: "A residual risk is incomplete",
  explanation:
    "A risk is taken on by somebody, in some way, for a reason, until a date; never by nobody and for ever.",
  resolve: ["Fill in what it lists."],
  reference: "ISO/IEC 27005:2022, 8.6",
  notApplicable: false,
  listsCauses: false,
  when: "always",
  examples: {
    fires: () => quietContent({ risks: [exampleRisk(1, { ownerId: null })] }),
    quiet: () => quietContent({ risks: [exampleRisk(1)] }),
  },
  evaluate: {
    risk: (risk) => {
      if (!STILL_MATTERS.has(risk.state)) return null;
      const missing = [
        isSaid(risk.ownerId) ? null : "owner",
        isSaid(risk.treatment) ? null : "treatment",
        isSaid(risk.rationale) ? null : "rationale",
        isSaid(risk.expiresAt) ? null : "expiry",
      ].filter((word) => word !== null);
      if (missing.length === 0) return null;
      return {
        severity: "medium",
        reason: `${named(risk.title, "R", risk.number)} has no ${listed(missing)}.`,
        lists: [],
      };
    },
  },
};

/** The rules about residual risks: RSK-01 and 02. */
export const riskRules: Rule[] = [uncoveredRule, incompleteRule];
