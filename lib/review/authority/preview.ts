import type { CaptureRecord } from "@/lib/authority/capture-record";
import type { Note } from "@/lib/authority/schema";
import type { ExecutorRole, Provenance, Severity } from "../vocabulary";
import type { Compared } from "./compared";

/** A container that the configuration runs, and what is known or evident of it. */
export type PreviewContainer = {
  workload: string;
  container: string;
  /** main, init, sidecar or ephemeral. */
  kind: string;
  capabilities: number;
  /** The executor of the review that it is, with what somebody has said of it. */
  executor: { id: string; number: number; role: ExecutorRole | null; reason: string | null } | null;
  suggestion: ExecutorRole | null;
};

/** An executor whose container is not in the configuration. */
export type PreviewHost = { number: number; workload: string; container: string };

/** One side of a compared row: what was or is granted, and where it says so. */
export type PreviewSide = {
  access: string;
  extent: string[];
  severity: Severity;
  file: string;
  line: number;
};
export type PreviewRow = {
  key: string;
  title: string;
  workload: string;
  container: string | null;
  before: PreviewSide | null;
  after: PreviewSide | null;
  /** Neither contains the other; it counts as wider. */
  comparable: boolean;
};

/** `changed`: as wide as before, and said otherwise (another title, severity or kind). */
export const CHANGES = ["wider", "narrower", "new", "gone", "changed", "unchanged"] as const;
export type Change = (typeof CHANGES)[number];

export type Preview = Compared & {
  /** As they were sent, or as the capture says where they were not. */
  environment: string;
  provenance: Provenance;
  /** What a capture among the files says of itself: the uploader's word. */
  capture: CaptureRecord | null;
  format: string;
  configDigest: string;
  authorityDigest: string;
  containers: PreviewContainer[];
  /** The review's other executors, in whose containers a layer of this configuration may run. */
  hosts: PreviewHost[];
  capabilities: number;
  notes: Note[];
  /** The newest configuration of this environment that it is compared with. */
  against: { number: number; attachedAt: string; sameConfiguration: boolean; sameAuthority: boolean } | null;
  /** What attaching would mean for the revision in force; null where there is none. */
  signed: { revision: number; ends: boolean; because: string | null } | null;
};

/** What an import does, in the words and numbers of both its preview and the notice after it. */
export function importWords({ counts }: Pick<Preview, "counts">): string {
  const changed = counts.wider + counts.narrower + counts.changed;
  return `${counts.new} new, ${changed} changed, ${counts.gone} gone, ${counts.unchanged} unchanged`;
}

/** In a sentence, how a configuration differs from the one that it is compared with. */
export function againstWords(
  against: { number: number; sameConfiguration: boolean; sameAuthority: boolean },
  compared: Pick<Preview, "counts">,
): string {
  if (against.sameConfiguration) return `This is configuration ${against.number} again; nothing differs.`;
  if (against.sameAuthority) return `It differs from configuration ${against.number}, and grants the same.`;
  return `Compared with configuration ${against.number}: ${importWords(compared)}.`;
}
