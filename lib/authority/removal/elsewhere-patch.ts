import type { CatalogueEntry, RemovalElsewhere } from "../catalogue/entry";
import { commentText, type RemovalPatch, wordsPatch } from "./text";

/**
 * What takes a row away in a format other than Kubernetes: the catalogue's fragment for its kind, headed by
 * what there is to say. Nothing in it depends on the row, whose source line stands above.
 */
export function elsewherePatch(
  { title }: Pick<CatalogueEntry, "title">,
  { fragment, words }: RemovalElsewhere,
): RemovalPatch {
  if (fragment === null) return wordsPatch(words ?? `Take it out: ${title}.`);
  return { title: "Write this", text: `${words === null ? "" : commentText(words)}${fragment}\n` };
}
