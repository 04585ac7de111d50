import type { Capability, CapabilityGrant, ReviewContent } from "@/lib/review/content";
import { SEVERITIES } from "@/lib/review/vocabulary";

/** A grant, and the capability it is of. */
export type LoadedGrant = CapabilityGrant & { of: string };

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
  const widest = new Map<string, CapabilityGrant>();
  for (const { of, ...grant } of grants) {
    const before = widest.get(of);
    if (!before || isWider(grant, before, order)) widest.set(of, grant);
  }
  return {
    ...content,
    capabilities: capabilities.map((row) => ({
      ...row,
      grant: row.closedAt === null ? (widest.get(row.id) ?? null) : null,
    })),
  };
}

function isWider(a: CapabilityGrant, b: CapabilityGrant, order: Map<string, number>): boolean {
  const by = SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity);
  return by > 0 || (by === 0 && (order.get(a.configurationId) ?? 0) > (order.get(b.configurationId) ?? 0));
}
