import type { ReviewContent } from "@/lib/review/content";
import { dayWords } from "@/lib/review/day";
import { PROVENANCES } from "@/lib/review/vocabulary";
import type { ReportScope } from "./model";
import { cellSaid, linesOf } from "./words";

/** What is submitted, by whom, for which task, whose data; and the configurations that authority is read from. */
export function scopeOf(content: ReviewContent): ReportScope {
  const asked = linesOf("review", content.review, ["task", "dataSubjects", "riskTier"]);
  return {
    lines: [...asked, ...linesOf("review", content.review, ["notes"], "answered")],
    artifacts: content.artifacts
      .filter(({ archivedAt }) => archivedAt === null)
      .sort((a, b) => a.number - b.number)
      .map((row) => ({
        number: `A${row.number}`,
        name: row.name,
        description: cellSaid("artifact", row, "description"),
        submitters: cellSaid("artifact", row, "submitters"),
      })),
    configurations: content.configurations
      .filter(({ isNewest }) => isNewest)
      .sort((a, b) => a.number - b.number)
      .map((row) => ({
        number: `Configuration ${row.number}`,
        environment: row.environment,
        provenance: PROVENANCES[row.provenance] ?? row.provenance,
        attached: row.attachedAt ? dayWords(row.attachedAt) : "",
        configDigest: row.configDigest,
        authorityDigest: row.authorityDigest,
      })),
  };
}
