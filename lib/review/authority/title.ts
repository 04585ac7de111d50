import { findCatalogueEntry } from "@/lib/authority/catalogue/index-of-ids";
import type { GrantedCapability } from "@/lib/authority/schema";
import { LONGEST_NAME } from "../fields";

/** How a derived row is called: what the catalogue calls its kind, and what it reaches where that says more. */
export function titleOf({ id, target, anchor }: Pick<GrantedCapability, "id" | "target" | "anchor">): string {
  const kind = findCatalogueEntry(id)?.title ?? id;
  const title = anchor === "" ? kind : joined(kind, target);
  return title.length > LONGEST_NAME ? `${title.slice(0, LONGEST_NAME - 1)}…`.toWellFormed() : title;
}

/** "any destination" and "any address on TCP/443" say one thing twice, but for the port. */
const SAME: Record<string, RegExp> = {
  "Network: any destination": /^any address( |$)/,
  "Network: name resolution anywhere": /^any name server( |$)/,
  "Everything inside the cluster": /^the cluster( |$)/,
  "Any pod may call it": /^every pod of the cluster( |$)/,
};

function joined(kind: string, target: string): string {
  if (kind.toLowerCase().includes(target.toLowerCase())) return kind;
  const same = SAME[kind]?.exec(target);
  if (!same) return `${kind}: ${target}`;
  const rest = target.slice(same[0].length);
  return rest === "" ? kind : `${kind} ${rest}`;
}
