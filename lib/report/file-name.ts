import type { ReportSource } from "./source";

/**
 * The name of a report's file: plain letters, digits and hyphens, so that no file system and no header
 * takes it for anything else.
 *
 * @param ending with its dot: ".pdf"
 */
export function fileNameOf({ system, content, revision }: ReportSource, ending: string): string {
  const name = system.name
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/[^A-Za-z0-9-]/g, "")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .toLowerCase();
  const which = revision.state === "draft" ? `draft-${revision.number}` : `revision-${revision.number}`;
  return `${[name || "system", `review-${content.review.number}`, which].join("-")}${ending}`;
}
