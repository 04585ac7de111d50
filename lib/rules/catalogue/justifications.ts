import { ENFORCERS } from "@/lib/review/vocabulary";
import { coveredAs } from "../covered";
import { exampleCapability, exampleGrant, exampleJustification, quietContent } from "../example-content";
import type { Rule } from "../schema";
import { targetOf } from "../targets";
import { counted, isAtLeast, isSaid, listed, namedCapability } from "../words";
import { isPlaceholder } from "./placeholders";

const ofJustification = {
  question: 2,
  target: "justification",
  scope: "group",
  listsCauses: false,
  notApplicable: false,
  when: "always",
} as const;

const called = (justification: { number: number }): string => `J${justification.number}`;

const placeholderRule: Rule = {
  ...ofJustification,
  id: "CAP-02",
  severity: "medium",
  title: "A justification says nothing",
  explanation:
    "“Needed” or the capability's own name is no reason: nobody can check it, and nobody can tell when it stops being true.",
  resolve: ["Say which task fails without it.", "Say what stops misuse, so that somebody can look at it."],
  reference: "NIST SP 800-53 AC-6(7)",
  examples: {
    fires: () => quietContent({ justifications: [exampleJustification(1, { purpose: "Needed." })] }),
    quiet: () => quietContent({ justifications: [exampleJustification(1)] }),
  },
  evaluate: {
    justification: (justification, index) => {
      const covered = index.coveredBy.get(justification.id) ?? [];
      const names = covered.flatMap((row) => [
        row.title,
        row.catalogueId,
        row.family,
        row.grant?.target ?? "",
      ]);
      const empty = [
        isPlaceholder(justification.purpose, names)
          ? `its purpose is “${justification.purpose?.trim()}”`
          : null,
        isPlaceholder(justification.limit, names) ? `its limit is “${justification.limit?.trim()}”` : null,
      ].filter((words) => words !== null);
      if (empty.length === 0) return null;
      return {
        severity: "medium",
        reason: `${called(justification)} says nothing that can be checked: ${listed(empty)}.`,
        lists: covered.map((row) => targetOf("capability", row)),
      };
    },
  },
};

const limitRule: Rule = {
  ...ofJustification,
  id: "CAP-03",
  severity: "high",
  title: "Nothing limits misuse",
  explanation:
    "Submitted code uses what it is given for whatever it likes. A need is half an answer; the other half is what stops misuse, and convention stops nobody.",
  resolve: [
    "Say how misuse is limited, and by what.",
    "Let a policy, the kernel, the network or the server behind it enforce the limit.",
    "Remove the capability, or accept it as a residual risk.",
  ],
  reference: "OWASP LLM06:2025 Excessive agency; NIST SP 800-53 AC-3",
  examples: {
    fires: () =>
      quietContent({
        capabilities: [exampleCapability(1, { justificationId: "J1" })],
        justifications: [exampleJustification(1, { limit: null })],
      }),
    quiet: () =>
      quietContent({
        capabilities: [exampleCapability(1, { justificationId: "J1", severity: "medium" })],
        justifications: [exampleJustification(1, { enforcer: "convention" })],
      }),
  },
  evaluate: {
    justification: (justification, index) => {
      const covered = index.coveredBy.get(justification.id) ?? [];
      // Without a purpose what it covers is still surplus: that is CAP-01, once.
      if (covered.length === 0 || !isSaid(justification.purpose)) return null;
      const says = reasonOf(justification, covered.filter((row) => isAtLeast(row.severity, "high")).length);
      if (says === null) return null;
      return {
        severity: "high",
        reason: `${called(justification)} ${says}.`,
        lists: covered.map((row) => targetOf("capability", row)),
      };
    },
  },
};

function reasonOf(
  justification: { limit: string | null; enforcer: keyof typeof ENFORCERS | null },
  grave: number,
): string | null {
  if (!isSaid(justification.limit)) return "does not say how misuse is limited";
  const { enforcer } = justification;
  if (grave === 0 || (enforcer !== "convention" && enforcer !== "nothing")) return null;
  const rows = counted(grave, "capability", "capabilities");
  return `covers ${rows} of high or critical severity, and what enforces its limit is: ${ENFORCERS[enforcer].toLowerCase()}`;
}

const changedRule: Rule = {
  ...ofJustification,
  id: "CAP-13",
  severity: "medium",
  title: "What a justification covers has changed",
  explanation:
    "The justification was written for something narrower or other than what is granted now. Somebody has to read it again.",
  resolve: ["Read it again, and write it anew if it still holds.", "Take the changed capability out of it."],
  reference: "NIST SP 800-53 CM-3",
  examples: {
    fires: () =>
      quietContent({
        capabilities: [
          exampleCapability(1, { justificationId: "J1", grant: exampleGrant({ access: "read-write" }) }),
        ],
        justifications: [exampleJustification(1, { coveredAtWriting: { C1: "read /var/lib/cache, high" } })],
      }),
    quiet: () =>
      quietContent({
        capabilities: [exampleCapability(1, { justificationId: "J1" })],
        justifications: [exampleJustification(1, { coveredAtWriting: { C1: "read /var/lib/cache, high" } })],
      }),
  },
  evaluate: {
    justification: (justification, index) => {
      const changed = (index.coveredBy.get(justification.id) ?? []).filter((row) => {
        const then = justification.coveredAtWriting[row.id];
        return then !== undefined && then !== coveredAs(row);
      });
      if (changed.length === 0) return null;
      const parts = changed.map(
        (row) =>
          `${namedCapability(row)} was “${justification.coveredAtWriting[row.id]}” and is “${coveredAs(row)}”`,
      );
      return {
        severity: "medium",
        reason: `What ${called(justification)} covers changed after it was written: ${listed(parts, 3)}.`,
        lists: changed.map((row) => targetOf("capability", row)),
      };
    },
  },
};

/** The rules about what is said of a need and its limit, CAP-02, 03 and 13. */
export const justificationRules: Rule[] = [placeholderRule, limitRule, changedRule];
