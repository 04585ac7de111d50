import { PROVENANCES } from "@/lib/review/vocabulary";
import { exampleConfiguration, quietContent } from "../example-content";
import type { Rule } from "../schema";
import { listed } from "../words";

const capturedRule: Rule = {
  id: "CFG-01",
  question: 3,
  target: "review",
  scope: "review",
  severity: "high",
  title: "No configuration was captured from a running system",
  explanation:
    "A template, a preset or a values file says what somebody meant to run. Defaults, admission and later changes decide what runs.",
  resolve: [
    "Export the running objects (`kubectl get … -o yaml`, `docker inspect`) and import them as captured.",
  ],
  reference: "NIST SP 800-53 CM-2, CM-6",
  notApplicable: false,
  listsCauses: false,
  when: "always",
  examples: {
    fires: () => quietContent({ configurations: [exampleConfiguration(1, { provenance: "rendered" })] }),
    quiet: () => quietContent(),
  },
  evaluate: {
    review: (review, index) => {
      const newest = index.content.configurations.filter((configuration) => configuration.isNewest);
      if (newest.some((configuration) => configuration.provenance === "captured")) return null;
      const attached = newest.map(
        ({ environment, number, provenance }) =>
          `${environment}: ${PROVENANCES[provenance].toLowerCase()} (configuration ${number})`,
      );
      const what = attached.length === 0 ? "none is attached" : `what is attached is ${listed(attached)}`;
      return {
        severity: review.riskTier === "high" ? "high" : "medium",
        reason: `No configuration was captured from a running system; ${what}.`,
        lists: [],
      };
    },
  },
};

/** The rules about where configurations come from: CFG-01. */
export const configurationRules: Rule[] = [capturedRule];
