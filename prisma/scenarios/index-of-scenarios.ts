import { guardrailRunner } from "./guardrail-runner";
import { guardrailRunnerSigned } from "./guardrail-runner-signed";
import { large } from "./large";
import type { Scenario } from "./scenario";

/** The examples that `cordon admin seed NAME` makes. */
export const SCENARIOS: Record<string, Scenario> = {
  "guardrail-runner": guardrailRunner,
  "guardrail-runner-signed": guardrailRunnerSigned,
  large,
};
