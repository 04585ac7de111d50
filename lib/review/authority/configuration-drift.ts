import type { Compared } from "./compared";

/** One of two configurations that are compared. */
export type ComparedConfiguration = { id: string; number: number; environment: string; attachedAt: string };

/** Of a compared row: its capability, and the source lines as they are stored, redacted. */
export type DriftPlace = {
  capability: { id: string; number: number } | null;
  lines: { before: string | null; after: string | null };
};

/** How one configuration differs from another; `against` is null for the first of its environment. */
export type ConfigurationDrift = Compared & {
  configuration: ComparedConfiguration;
  against: (ComparedConfiguration & { sameConfiguration: boolean; sameAuthority: boolean }) | null;
  /** By the rows' keys, of those that are listed. */
  places: Record<string, DriftPlace>;
  /** Other configurations that it can be compared with, the newest first. */
  others: ComparedConfiguration[];
};
