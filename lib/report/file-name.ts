/** What the name of a report's file says. */
export type Named = { system: string; review: number; revision: { number: number; state: string } };

/**
 * The name of a report's file: plain letters, digits and hyphens, so that no file system and no header
 * takes it for anything else.
 *
 * @param ending with its dot: ".pdf"
 */
export function fileNameOf({ system, review, revision }: Named, ending: string): string {
  const name = system
    .normalize("NFKD")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/[^A-Za-z0-9-]/g, "")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .toLowerCase();
  const which = revision.state === "draft" ? `draft-${revision.number}` : `revision-${revision.number}`;
  return `${[name || "system", `review-${review}`, which].join("-")}${ending}`;
}
