import { z } from "zod";
import { SEVERITIES } from "@/lib/review/vocabulary";

const whole = z.number({ error: "Enter a whole number." }).int("Enter a whole number.");

/** The terms of signing off as they are set: shared by the page and the API. */
export const termsSchema = z.strictObject({
  quorum: whole.min(1, "At least one approval.").max(20, "At most 20 approvals."),
  approverIds: z.array(z.uuid()).max(100, "Name at most 100 people.").default([]),
  adminsApprove: z.boolean(),
  ownText: z.boolean(),
  validityDays: whole.min(1, "At least one day.").max(3650, "At most 3650 days."),
  highestSeverity: z.enum(SEVERITIES),
  warningDays: whole.min(0, "At least 0 days.").max(365, "At most 365 days."),
});
