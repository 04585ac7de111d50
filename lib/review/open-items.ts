import type { Severity } from "./vocabulary";

/** The severities that make a finding an open item; low and info are counted beside them. */
export const OPEN_ITEM_SEVERITIES = ["critical", "high", "medium"] as const satisfies readonly Severity[];

/** Whether an open finding of this severity is an open item. */
export const isOpenItem = (severity: Severity): boolean =>
  (OPEN_ITEM_SEVERITIES as readonly Severity[]).includes(severity);
