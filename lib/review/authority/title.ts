import { findCatalogueEntry } from "@/lib/authority/catalogue/index-of-ids";
import type { GrantedCapability } from "@/lib/authority/schema";
import { LONGEST_NAME } from "../fields";

/** How a derived row is called: what the catalogue calls its kind, and what it reaches where that says more. */
export function titleOf({ id, target, anchor }: Pick<GrantedCapability, "id" | "target" | "anchor">): string {
  const kind = findCatalogueEntry(id)?.title ?? id;
  const saysMore = anchor !== "" && !kind.toLowerCase().includes(target.toLowerCase());
  const title = saysMore ? `${kind}: ${target}` : kind;
  return title.length > LONGEST_NAME ? `${title.slice(0, LONGEST_NAME - 1)}…`.toWellFormed() : title;
}
