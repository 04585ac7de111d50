import type { CapabilityGrant } from "../content";
import type { Severity } from "../vocabulary";
import type { CapabilityRow } from "./capability-row";
import type { Excerpt } from "./configuration";

/** One grant of a capability: which configuration, and what it says. */
export type GrantDetail = CapabilityGrant & {
  authority: string;
  environment: string;
  configuration: number;
  /** What the configuration is written in. */
  format: string;
  isNewest: boolean;
};

/** Everything the inspector says of a capability. */
export type CapabilityDetail = {
  row: CapabilityRow;
  /** The grant of the newest configurations, or null for a row by hand or a closed one. */
  grant: GrantDetail | null;
  /** Every configuration that grants or granted it, the newest first. */
  grants: GrantDetail[];
  excerpt: Excerpt | null;
  catalogue: {
    id: string;
    title: string;
    grants: string;
    /** In the format of the configuration that grants it; in Kubernetes where none does. */
    silence: string;
    purpose: string;
    limiter: string;
  } | null;
  /** How many live rows of the review have the same catalogue id and anchor, this one included. */
  alike: number;
  findings: {
    number: number;
    ruleId: string;
    severity: Severity;
    title: string;
    reason: string;
    resolve: string[];
    /** False where the finding is about its executor and lists this row among others. */
    own: boolean;
  }[];
};
