import { z } from "zod";
import type { Action } from "@/lib/identity/policy";
import { whyNotName, whyNotStorable } from "@/lib/kernel/text";
import { LONGEST_NAME, storableText } from "./fields";

/** Who sees a system: the workspace, or its named members. */
export const VISIBILITIES = {
  open: "Open to the workspace",
  restricted: "Restricted to named members",
} as const;
export type Visibility = keyof typeof VISIBILITIES;

const name = storableText(LONGEST_NAME)
  .refine((text) => text.trim() !== "", "Give it a name.")
  .superRefine((text, context) => {
    // What cannot be stored is said already.
    const why = whyNotStorable(text) ? null : whyNotName(text);
    if (why) context.addIssue({ code: "custom", message: why });
  });
const visibility = z.enum(["open", "restricted"]);

/** What somebody says of a new system. */
export const newSystemSchema = z.strictObject({
  name,
  description: storableText(5_000).default(""),
  visibility: visibility.default("open"),
});
export type NewSystem = z.output<typeof newSystemSchema>;

/** A change of a system; `version` is the one that was seen, so that nobody overwrites another's words. */
export const systemEditSchema = z
  .strictObject({
    version: z.string(),
    name: name.optional(),
    description: storableText(5_000).optional(),
    visibility: visibility.optional(),
  })
  .refine((edit) => Object.keys(edit).length > 1, "Say what is to change.");
export type SystemEdit = z.output<typeof systemEditSchema>;

/** What somebody says of a new review: its title, and the first thing that is submitted to the system. */
export const newReviewSchema = z.strictObject({ title: name, artifact: name.optional() });
export type NewReview = z.output<typeof newReviewSchema>;

/** Where a review stands, for lists and headers. */
export type ReviewStanding = {
  /** The newest one. */
  revision: { number: number; state: string } | null;
  /** `risksUntil` is the day on which its first accepted risk ends, `contested` what bears on it. */
  inForce: {
    number: number;
    validUntil: string | null;
    risksUntil: string | null;
    contested: string | null;
  } | null;
  /** The one that was in force last, while none is, and the fact that ended it. */
  ended: { number: number; because: string | null } | null;
  /** The one that waits for its decision. */
  waiting: { number: number; quorum: number; approvals: number } | null;
};

/** A review in a list. Times are ISO 8601 in UTC. */
export type ReviewItem = ReviewStanding & {
  id: string;
  number: number;
  title: string;
  system: { id: string; name: string };
  isArchived: boolean;
  createdAt: string;
  changedAt: string;
  /** Open findings of medium severity and above. */
  openItems: number;
};

/** The newest configuration of an environment. */
export type EnvironmentItem = {
  environment: string;
  reviewId: string;
  provenance: string;
  authorityDigest: string;
  attachedAt: string;
};

/** A system in a list; counts are of the reviews that are not archived. */
export type SystemItem = {
  id: string;
  name: string;
  description: string;
  visibility: Visibility;
  isArchived: boolean;
  createdAt: string;
  /** The last change of any of its reviews, else when it was made. */
  changedAt: string;
  openItems: number;
  reviews: ReviewItem[];
  environments: EnvironmentItem[];
};

/** One system as its page shows it. */
export type SystemDetail = SystemItem & {
  /** Changes whenever name, description or visibility do; an edit names it. */
  version: string;
  members: SystemMember[];
  abilities: Action[];
};

/** Somebody who is named on a system. */
export type SystemMember = { id: string; name: string; email: string; role: string };
