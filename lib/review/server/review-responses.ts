import { z } from "zod";

/** A review in a list, as the API gives it. */
export const reviewItemResponse = z.object({
  id: z.uuid(),
  number: z.number(),
  title: z.string(),
  system: z.object({ id: z.uuid(), name: z.string() }),
  isArchived: z.boolean(),
  createdAt: z.string(),
  changedAt: z.string(),
  revision: z.object({ number: z.number(), state: z.string() }).nullable(),
  inForce: z
    .object({
      number: z.number(),
      validUntil: z.string().nullable(),
      risksUntil: z.string().nullable(),
      contested: z.string().nullable(),
    })
    .nullable(),
  ended: z.object({ number: z.number(), because: z.string().nullable() }).nullable(),
  waiting: z.object({ number: z.number(), quorum: z.number(), approvals: z.number() }).nullable(),
  openItems: z.number(),
});

/** The newest configuration of an environment, as the API gives it. */
export const environmentResponse = z.object({
  environment: z.string(),
  reviewId: z.uuid(),
  provenance: z.string(),
  authorityDigest: z.string(),
  attachedAt: z.string(),
});

const rowLinkResponse = z.object({
  target: z.string(),
  label: z.string(),
  name: z.string(),
  href: z.string(),
});

/** A finding in a list, as the API gives it. */
export const findingItemResponse = z.object({
  id: z.uuid(),
  number: z.number(),
  ruleId: z.string(),
  title: z.string(),
  question: z.number(),
  severity: z.string(),
  state: z.string(),
  reason: z.string(),
  target: rowLinkResponse,
  listCount: z.number(),
  dismissal: z
    .object({ reason: z.string(), by: z.object({ id: z.uuid(), name: z.string() }), at: z.string() })
    .nullable(),
  coveredBy: z.array(z.string()),
  openedSeq: z.number(),
  changedSeq: z.number(),
});

/** One finding with all that is said about it. */
export const findingResponse = findingItemResponse.extend({
  explanation: z.string(),
  resolve: z.array(z.string()),
  reference: z.string(),
  lists: z.array(rowLinkResponse),
  history: z.array(
    z.object({ seq: z.number(), at: z.string(), actor: z.string(), what: z.string(), type: z.string() }),
  ),
});

const eventFinding = z.object({
  number: z.number(),
  title: z.string(),
  severity: z.string(),
  href: z.string(),
});

/** One event: in words, and as data. */
export const eventResponse = z.object({
  seq: z.number(),
  at: z.string(),
  type: z.string(),
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  deed: z.string(),
  words: z.string(),
  lines: z.array(
    z.object({
      row: z.object({ label: z.string(), name: z.string(), href: z.string() }).nullable(),
      what: z.string(),
      field: z.string().optional(),
      before: z.string().optional(),
      after: z.string().optional(),
    }),
  ),
  more: z.number(),
  opened: z.array(eventFinding),
  resolved: z.array(eventFinding),
  payload: z.looseObject({}),
});
