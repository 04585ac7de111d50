import type { Capability, CapabilityGrant, ReviewContent } from "@/lib/review/content";
import { SEVERITIES } from "@/lib/review/vocabulary";
import { type GrantAsRead, grantAsRead } from "@/lib/rules/slice";

/** A grant, and the capability it is of; of a slice only what the rules read. */
export type LoadedGrant = GrantAsRead & Partial<Omit<CapabilityGrant, keyof GrantAsRead>> & { of: string };

/** A review's content as PostgreSQL gives it: the grants beside their capabilities. */
export type LoadedContent = Omit<ReviewContent, "capabilities"> & {
  capabilities: Omit<Capability, "grant">[];
  grants: LoadedGrant[];
  /** Ids of the newest configurations, in the order of attaching. */
  newest: string[];
};

/**
 * Puts the grants to their capabilities: where several environments grant one, the widest by
 * severity, and of equals the one attached last. Closed rows are granted by nothing any more.
 */
export function withGrants({ grants, newest, capabilities, ...content }: LoadedContent): ReviewContent {
  const order = new Map(newest.map((id, at) => [id, at]));
  const widest = new Map<string, LoadedGrant>();
  for (const grant of grants) {
    const before = widest.get(grant.of);
    if (!before || isWider(grant, before, order)) widest.set(grant.of, grant);
  }
  // The rows were made for this alone: they are completed in place, since copies of 10,000 rows are
  // felt by everybody else.
  const complete = capabilities as Capability[];
  for (const row of complete) {
    const grant = row.closedAt === null ? widest.get(row.id) : undefined;
    row.grant = grant ? grantAsRead(grant) : null;
  }
  return { ...content, capabilities: complete };
}

function isWider(a: GrantAsRead, b: GrantAsRead, order: Map<string, number>): boolean {
  const by = SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity);
  return by > 0 || (by === 0 && (order.get(a.configurationId) ?? 0) > (order.get(b.configurationId) ?? 0));
}
