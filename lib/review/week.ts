/** The review that something of the week is about. */
export type WeekReview = { id: string; title: string; system: { id: string; name: string } };

/** A configuration that was attached in the week and grants other than the one before it. */
export type WeekChange = {
  review: WeekReview;
  configuration: { id: string; number: number; environment: string };
  attachedAt: string;
  attachedBy: string | null;
  /** Tuples that are new or wider, and of them those that cannot be compared. */
  wider: number;
  narrower: number;
};

/** A revision in force that ends soon, or one that ended in the week. */
export type WeekRevision = {
  review: WeekReview;
  revision: { id: string; number: number };
  state: "ends-soon" | "ended" | "contested";
  /** When it ended or ends, as ISO 8601. */
  at: string;
  because: string;
};

/** What a person looks at on Monday: of all systems that they see. */
export type Week = {
  since: string;
  changes: WeekChange[];
  revisions: WeekRevision[];
  /** How many revisions wait for the reader's decision. */
  waiting: number;
};

/** One place where something that was searched for is found. */
export type Elsewhere = {
  review: WeekReview;
  /** `capability` rows are granted now; `entry` rows are entry points. */
  kind: "capability" | "entry";
  number: number;
  title: string;
  /** Where in the review: a workload and container, or the kind of entry point. */
  place: string;
  severity: string | null;
};

/** Places by system, the number of all, and whether more were found than are listed. */
export type WhereElse = { items: Elsewhere[]; total: number };
