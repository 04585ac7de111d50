import type { Capability, Justification } from "@/lib/review/content";

/**
 * What a justification covers at this moment, in the words that CAP-13 compares later: for each live
 * capability its access, target and severity. The write path stores it as `coveredAtWriting` each
 * time a justification's own cells change, and adds the rows that are put under it.
 */
export function coveredNow(
  justification: Pick<Justification, "id">,
  capabilities: Iterable<Capability>,
): Record<string, string> {
  const covered: Record<string, string> = {};
  for (const row of capabilities) {
    if (row.justificationId !== justification.id || row.archivedAt !== null || row.closedAt !== null)
      continue;
    covered[row.id] = coveredAs(row);
  }
  return covered;
}

/** One covered capability: "read-write /var/log, high"; a row made by hand by its title. */
export const coveredAs = (row: Capability): string =>
  row.grant ? `${row.grant.access} ${row.grant.target}, ${row.severity}` : `${row.title}, ${row.severity}`;
