import { findCatalogueEntry } from "@/lib/authority/catalogue/index-of-ids";
import type { GrantedCapability } from "@/lib/authority/schema";
import { LONGEST_NAME } from "../fields";

/** How a derived row is called: what the catalogue calls its kind, and what it reaches. */
export function titleOf({ id, target }: Pick<GrantedCapability, "id" | "target">): string {
  const kind = findCatalogueEntry(id)?.title ?? id;
  const title = target === "" || target === kind ? kind : `${kind}: ${target}`;
  return title.length > LONGEST_NAME ? `${title.slice(0, LONGEST_NAME - 1)}…`.toWellFormed() : title;
}
