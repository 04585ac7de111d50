import { isSubsumed, roleOf, runsSubmittedCode, subsumedBy } from "../asking";
import { holdersOf } from "../content-index";
import { exampleCapability, exampleExecutor, quietContent } from "../example-content";
import type { Rule } from "../schema";
import { targetOf } from "../targets";
import { listed, namedCapability, namedExecutor } from "../words";

const ofCapability = {
  question: 2,
  target: "capability",
  scope: "group",
  notApplicable: false,
  listsCauses: false,
  when: "always",
} as const;

const stillGrantedRule: Rule = {
  ...ofCapability,
  id: "CAP-05",
  scope: "row",
  severity: "high",
  title: "Decided “remove”, still granted",
  explanation: "Somebody decided that this goes, and the newest configuration still grants it.",
  resolve: ["Take it out of the configuration and import again.", "Change the decision."],
  reference: "NIST SP 800-53 CM-6",
  examples: {
    fires: () => quietContent({ capabilities: [exampleCapability(1, { decision: "remove" })] }),
    quiet: () =>
      quietContent({
        capabilities: [
          exampleCapability(1, { decision: "remove", grant: null, closedAt: "2026-11-30T12:00:00.000Z" }),
        ],
      }),
  },
  evaluate: {
    capability: (capability, index) => {
      if (capability.decision !== "remove" || capability.grant === null) return null;
      const holders = holdersOf(index, capability);
      if (holders.length > 0 && holders.every((executor) => roleOf(executor) === "out-of-scope")) return null;
      const { file, line } = capability.grant;
      const where = file === null ? "" : ` (${file}${line === null ? "" : `:${line}`})`;
      return {
        severity: "high",
        reason: `${namedCapability(capability)} is to be removed, and the newest configuration still grants it${where}.`,
        lists: [targetOf("capability", capability)],
      };
    },
  },
};

const endsConfinementRule: Rule = {
  ...ofCapability,
  id: "CAP-08",
  severity: "critical",
  title: "It ends confinement",
  explanation:
    "With this, submitted code becomes root on the host or owner of the cluster: nothing else that is said about the executor still holds. A purpose does not change that.",
  resolve: [
    "Remove it from the configuration.",
    "Move what needs it into another workload that runs no submitted code.",
    "Accept it as a residual risk with an owner and a date.",
  ],
  reference: "Pod Security Standards, baseline; capability catalogue, “ends confinement”",
  examples: {
    fires: () =>
      quietContent({
        capabilities: [
          exampleCapability(1, {
            catalogueId: "runtime-socket",
            title: "docker.sock",
            severity: "critical",
            endsConfinement: true,
          }),
        ],
      }),
    quiet: () =>
      quietContent({
        executors: [exampleExecutor(1), exampleExecutor(2, { name: "Builder", role: "neighbour" })],
        capabilities: [
          exampleCapability(1, {
            executorId: "X2",
            catalogueId: "runtime-socket",
            severity: "critical",
            endsConfinement: true,
          }),
        ],
      }),
  },
  evaluate: {
    capability: (capability, index) => {
      if (!capability.endsConfinement) return null;
      const holders = holdersOf(index, capability).filter(runsSubmittedCode);
      const [first] = holders;
      if (!first || isSubsumed(capability, index, first)) return null;
      return {
        severity: "critical",
        reason: `${namedCapability(capability)} ends the confinement of ${listed(holders.map(namedExecutor))}, which ${holders.length === 1 ? "runs" : "run"} submitted code.`,
        lists: [
          ...holders.map((executor) => targetOf("executor", executor)),
          ...subsumedBy(capability, index, first).map((row) => targetOf("capability", row)),
        ],
      };
    },
  },
};

/** The rules about one capability that stands alone, CAP-05 and 08. */
export const singleCapabilityRules: Rule[] = [stillGrantedRule, endsConfinementRule];
