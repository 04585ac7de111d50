/** The review that something in the inbox is about. */
export type InboxReview = { id: string; title: string; system: { id: string; name: string } };

/** A submitted revision that waits for the reader's decision. Times are ISO 8601 in UTC. */
export type InboxItem = {
  review: InboxReview;
  revision: { id: string; number: number };
  requestedBy: { id: string; name: string } | null;
  requestedAt: string;
  words: string;
  /** Open findings: medium and above, and of them high and above. */
  open: number;
  high: number;
  approvals: number;
  quorum: number;
};

/** A revision that the reader signed and that needs attention again: a fact ended it, or bears on it. */
export type LapsedItem = {
  review: InboxReview;
  revision: { id: string; number: number };
  state: "ended" | "contested";
  because: string;
  at: string;
};

/** A request of the reader's own that waits, or was rejected and not submitted again. */
export type RequestItem = {
  review: InboxReview;
  revision: { id: string; number: number };
  state: "submitted" | "rejected";
  at: string;
  words: string;
  approvals: number;
  quorum: number;
};

/** Everything that waits for one person, oldest first, and what became of what they decided or asked. */
export type Inbox = { waiting: InboxItem[]; lapsed: LapsedItem[]; requests: RequestItem[] };
