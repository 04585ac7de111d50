import { dayAfter, dayWords } from "@/lib/review/day";
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

const endingRule: Rule = {
  id: "RSK-03",
  question: 5,
  target: "risk",
  scope: "row",
  severity: "high",
  title: "A residual risk ends soon, or has ended",
  explanation:
    "A risk is taken on until a day. Past it nobody stands for it any more, and a revision in force that accepted it has ended with it.",
  resolve: [
    "Fix what it covers, and archive it.",
    "Choose a later day, say why it still holds, and have it decided again.",
  ],
  reference: "ISO/IEC 27005:2022, 10.5; NIST SP 800-37, task M-4",
  notApplicable: false,
  listsCauses: false,
  when: "always",
  examples: {
    fires: () =>
      quietContent({
        risks: [exampleRisk(1, { expiresAt: "2026-12-10" })],
        moment: { today: "2026-11-30", warningDays: 30, ended: null },
      }),
    quiet: () =>
      quietContent({
        risks: [exampleRisk(1, { expiresAt: "2026-12-30" })],
        moment: { today: "2026-11-30", warningDays: 30, ended: null },
      }),
  },
  evaluate: {
    risk: (risk, { content: { moment } }) => {
      if (!moment || risk.expiresAt === null || !ENDS.has(risk.state)) return null;
      const name = named(risk.title, "R", risk.number);
      if (risk.expiresAt < moment.today) {
        return { severity: "high", reason: `${name} ended on ${dayWords(risk.expiresAt)}.`, lists: [] };
      }
      if (risk.expiresAt >= dayAfter(moment.today, moment.warningDays)) return null;
      return {
        severity: "medium",
        reason: `${name} ends on ${dayWords(risk.expiresAt)}; then a revision that accepted it ends too.`,
        lists: [],
      };
    },
  },
};

/** Risks that somebody still counts on. */
const ENDS = new Set<RiskState>(["proposed", "accepted", "expired"]);

const endedRule: Rule = {
  id: "SGN-01",
  question: 5,
  target: "review",
  scope: "review",
  severity: "high",
  title: "The revision in force has ended",
  explanation:
    "What was signed no longer holds, and what ended does not come back by itself: the system runs without a decision that covers it.",
  resolve: [
    "Undo what ended it where that is right, then submit the present draft.",
    "Submit the present draft for a new decision.",
  ],
  reference: "NIST SP 800-37, task R-4 and M-6",
  notApplicable: false,
  listsCauses: false,
  when: "always",
  examples: {
    fires: () =>
      quietContent({
        moment: {
          today: "2026-11-30",
          warningDays: 30,
          ended: { number: 3, because: "R1 ended on 29 Nov 2026" },
        },
      }),
    quiet: () => quietContent({ moment: { today: "2026-11-30", warningDays: 30, ended: null } }),
  },
  evaluate: {
    review: (_, { content: { moment } }) => {
      if (!moment?.ended) return null;
      const { number, because } = moment.ended;
      return {
        severity: "high",
        reason: `Revision ${number} is no longer in force${because ? `: ${because}` : ""}.`,
        lists: [],
      };
    },
  },
};

/** The rules about deciding: RSK-01 to 03 and SGN-01. */
export const riskRules: Rule[] = [uncoveredRule, incompleteRule, endingRule, endedRule];
