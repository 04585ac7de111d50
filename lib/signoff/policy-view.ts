import type { Action } from "@/lib/identity/policy";
import type { Approver } from "./approval-outlook";
import type { SignOffTerms } from "./terms";

/** One version of the terms, as it was set. */
export type PolicyVersionView = SignOffTerms & { version: number; setBy: string; setAt: string };

/** The policy of the workspace, or of one system, as it is shown. */
export type PolicyView = {
  /** Null for the workspace's. */
  system: { id: string; name: string } | null;
  /** The newest version of this scope; 0 while none was set. */
  version: number;
  /** What this scope has set itself. */
  own: SignOffTerms | null;
  /** What the workspace asks for. */
  workspace: SignOffTerms;
  /** What holds: the tighter of both. */
  effective: SignOffTerms;
  /** Everybody with a role that may approve. */
  approvers: Approver[];
  /** Newest first. */
  versions: PolicyVersionView[];
  abilities: Action[];
};
