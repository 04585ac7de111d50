/** The longest that a revision stays in force without being decided again, in days. */
export const LONGEST_VALIDITY_DAYS = 365;

/** The version of the workspace's sign-off policy; a policy page raises it. */
export const POLICY_VERSION = "1";

/** Until when a revision decided at a time is in force. */
export function validUntil(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + LONGEST_VALIDITY_DAYS * 86_400_000);
}
