import type { CapabilityClass, Format, GrantedCapability, Severity } from "@/lib/authority/schema";
import { CATALOGUE_FORMATS, type CatalogueFormat, FORMAT_TABLES } from "./formats/every-format";
import { type Peer, peersOf } from "./peers";

/** The groups in which authority is read, ordinary misuse before exceptional attack. */
export const GROUPS = ["credentials", "data", "network", "resources", "kernel"] as const;
export type Group = (typeof GROUPS)[number];

/**
 * How a row is taken away: `container` and `pod` set fields there, `delete` takes out what the source
 * names, `policy` adds a NetworkPolicy, `secret` takes a literal from a Secret, `deadline` and `restarts`
 * depend on the workload's kind, `words` is for what no patch can do (`{target}` stands for the row's target).
 */
export type Removal =
  | { kind: "container" | "pod"; fields: Record<string, unknown> }
  | { kind: "delete" | "secret" | "deadline" | "restarts" }
  | { kind: "policy"; direction: "Ingress" | "Egress" }
  | { kind: "words"; text: string };

/** What decides whether a row ends confinement: the row, and whether its pod shares the host's processes. */
export type EndsConfinement =
  | boolean
  | ((row: Pick<GrantedCapability, "anchor" | "target" | "access">, held: { hostPid: boolean }) => boolean);

/** How a row is taken away in a format other than Kubernetes: what to write, what to do, or both. */
export type RemovalElsewhere = { fragment: string | null; words: string | null };

/** One id of the catalogue. Source of ids, severities, peers: the catalogue's table in the design. */
export type CatalogueEntry = {
  id: string;
  class: CapabilityClass;
  family: string;
  group: Group;
  title: string;
  /** One plain sentence: what the code inside can do with it. */
  grants: string;
  /** The same in formats that have neither pods nor clusters. */
  grantsElsewhere: Partial<Record<Format, string>>;
  severity: Severity;
  endsConfinement: EndsConfinement;
  /** What it means when the configuration says nothing. */
  silence: string;
  /** The same in formats where it means something else. */
  silenceElsewhere: Partial<Record<Format, string>>;
  /** Where each format that can express it writes it; an empty list where the format has no field for it. */
  fields: Partial<Record<CatalogueFormat, readonly string[]>>;
  /** What it is usually there for; empty for claims, which serve nothing. */
  purpose: string;
  limiter: string;
  /** Kubernetes' patch, made for a row by `removalPatch`. */
  removal: Removal;
  removalElsewhere: Partial<Record<CatalogueFormat, RemovalElsewhere>>;
  /** The same check in other tools; empty where none was found. */
  peers: readonly Peer[];
  /** Where it can be read: specifications and advisories. */
  references: string[];
};

/** An entry as the tables write it: the rest follows from the id. */
export type EntryText = Omit<
  CatalogueEntry,
  | "id"
  | "class"
  | "family"
  | "group"
  | "endsConfinement"
  | "silenceElsewhere"
  | "grantsElsewhere"
  | "fields"
  | "removalElsewhere"
  | "peers"
> & {
  class?: CapabilityClass;
  family?: string;
  endsConfinement?: EndsConfinement;
};

/** What it means in a format when its configuration says nothing. */
export const silenceIn = (
  { silence, silenceElsewhere }: Pick<CatalogueEntry, "silence" | "silenceElsewhere">,
  format: Format,
): string => silenceElsewhere[format] ?? silence;

/** What the code inside can do with it, as a format says it. */
export const grantsIn = (
  { grants, grantsElsewhere }: Pick<CatalogueEntry, "grants" | "grantsElsewhere">,
  format: Format,
): string => grantsElsewhere[format] ?? grants;

/** Completes a table of one group with what each format and the other tools say of its ids. */
export function entriesOf(group: Group, table: Record<string, EntryText>): CatalogueEntry[] {
  return Object.entries(table).map(([id, text]) => ({
    id,
    group,
    class: "grant",
    family: id,
    endsConfinement: false,
    ...inFormats(id),
    peers: peersOf(id),
    ...text,
  }));
}

function inFormats(
  id: string,
): Pick<CatalogueEntry, "grantsElsewhere" | "silenceElsewhere" | "fields" | "removalElsewhere"> {
  const said: ReturnType<typeof inFormats> = {
    grantsElsewhere: {},
    silenceElsewhere: {},
    fields: {},
    removalElsewhere: {},
  };
  for (const format of CATALOGUE_FORMATS) {
    const text = FORMAT_TABLES[format][id];
    if (!text) continue;
    said.fields[format] = text.fields;
    if (text.grants) said.grantsElsewhere[format] = text.grants;
    if (text.silence) said.silenceElsewhere[format] = text.silence;
    const { fragment = null, words = null } = text;
    if (fragment !== null || words !== null) said.removalElsewhere[format] = { fragment, words };
  }
  return said;
}
