import type { CapabilityClass, Severity } from "@/lib/authority/schema";
import { type CatalogueEntry, type Group, type RemovalElsewhere, silenceIn } from "./entry";
import { CATALOGUE_FORMATS, type CatalogueFormat, FORMAT_SPECIFICATIONS } from "./formats/every-format";
import { CATALOGUE } from "./index-of-ids";
import { kubernetesRemoval } from "./kubernetes-removal";
import { PEER_TOOLS, type PeerTool } from "./peers";

/** What silence does in a format: grants it, does not, or cannot be told from the configuration. */
export type SilenceMeans = "granted" | "not-granted" | "unknown";

/** What one format says of an id. */
type CatalogueItemFormat = {
  format: CatalogueFormat;
  name: string;
  /** The format's own specification. */
  specification: string;
  /** Where it is written; empty where the format has no field for it. */
  fields: readonly string[];
  silenceMeans: SilenceMeans;
  silence: string;
  removal: RemovalElsewhere;
};

/** An entry of the catalogue as the API, and the pages, show it. */
export type CatalogueItem = {
  id: string;
  title: string;
  grants: string;
  class: CapabilityClass;
  family: string;
  group: Group;
  severity: Severity;
  endsConfinement: "yes" | "no" | "depends";
  purpose: string;
  limiter: string;
  /** The formats that can express it, Kubernetes first. */
  formats: CatalogueItemFormat[];
  peers: { tool: PeerTool; name: string; ids: readonly string[] }[];
  references: string[];
};

/** What a sentence about silence says: "Granted: …", "Unknown: …", or that nothing is granted. */
export const silenceMeans = (silence: string): SilenceMeans =>
  /^Granted\b/.test(silence) ? "granted" : /^Unknown\b/.test(silence) ? "unknown" : "not-granted";

/** Turns an entry into what is shown of it. */
function catalogueItem(entry: CatalogueEntry): CatalogueItem {
  const { id, title, grants, family, group, severity, purpose, limiter, endsConfinement } = entry;
  return {
    id,
    title,
    grants,
    class: entry.class,
    family,
    group,
    severity,
    endsConfinement: endsConfinement === false ? "no" : endsConfinement === true ? "yes" : "depends",
    purpose,
    limiter,
    formats: CATALOGUE_FORMATS.filter((format) => entry.fields[format]).map((format) =>
      inFormat(entry, format),
    ),
    peers: entry.peers.map(({ tool, ids }) => ({ tool, name: PEER_TOOLS[tool], ids })),
    references: entry.references,
  };
}

function inFormat(entry: CatalogueEntry, format: CatalogueFormat): CatalogueItemFormat {
  const silence = silenceIn(entry, format);
  const { name, url } = FORMAT_SPECIFICATIONS[format];
  return {
    format,
    name,
    specification: url,
    fields: entry.fields[format] ?? [],
    silenceMeans: silenceMeans(silence),
    silence,
    removal:
      format === "kubernetes"
        ? kubernetesRemoval(entry)
        : (entry.removalElsewhere[format] ?? { fragment: null, words: null }),
  };
}

/** The whole catalogue as it is shown, in reading order. */
export const CATALOGUE_ITEMS: readonly CatalogueItem[] = CATALOGUE.map(catalogueItem);
