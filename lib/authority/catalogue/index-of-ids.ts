import type { GrantedCapability } from "@/lib/authority/schema";
import { CREDENTIALS } from "./credentials";
import { DATA } from "./data";
import type { CatalogueEntry } from "./entry";
import { KERNEL } from "./kernel";
import { NETWORK } from "./network";
import { RESOURCES } from "./resources";

/**
 * Part of every tuple that is signed. A change of what an id means, of a family, or of what a reader sees
 * in the same text needs a new one: what was read under another version is read again before it is compared.
 */
export const CATALOGUE_VERSION = "2";

/** Every id, in the groups' reading order: credentials, data, network, resources, kernel. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...CREDENTIALS,
  ...DATA,
  ...NETWORK,
  ...RESOURCES,
  ...KERNEL,
];

const BY_ID: ReadonlyMap<string, CatalogueEntry> = new Map(CATALOGUE.map((entry) => [entry.id, entry]));

/** The catalogue's entry of an id. @throws Error for an id that is not in the catalogue: that is a bug. */
export function catalogueEntry(id: string): CatalogueEntry {
  const entry = BY_ID.get(id);
  if (!entry) throw new Error(`The catalogue has no entry ${id}.`);
  return entry;
}

/** The catalogue's entry, or null for an id that it does not hold (rows made by hand, older versions). */
export function findCatalogueEntry(id: string): CatalogueEntry | null {
  return BY_ID.get(id) ?? null;
}

/**
 * Whether a row alone ends confinement (CAP-08). `others` are the rows of the same workload: they matter
 * for SYS_PTRACE, which ends it only together with the host's processes. Declared volumes end nothing.
 */
export function endsConfinement(
  row: Pick<GrantedCapability, "id" | "anchor" | "target" | "access">,
  others: Iterable<Pick<GrantedCapability, "id">> = [],
): boolean {
  const ends = BY_ID.get(row.id)?.endsConfinement ?? false;
  if (row.access === "declared" || ends === false) return false;
  if (ends === true) return true;
  let hostPid = false;
  for (const other of others) if (other.id === "host-pid") hostPid = true;
  return ends(row, { hostPid });
}
