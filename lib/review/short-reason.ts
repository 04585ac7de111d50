const LONGEST = 220;

/**
 * The beginning of a finding's reason, for lists: its first sentence, cut after a word where even
 * that is long. The whole stands on the finding's page.
 */
export function shortReason(reason: string): string {
  // A full stop inside of a name or number is followed by no space and capital.
  const first = /^.*?[.!?](?= \p{Lu})/su.exec(reason)?.[0] ?? reason;
  if (first.length <= LONGEST) return first;
  return `${first.slice(0, LONGEST).replace(/[\s,;:]+\S*$/, "")}…`;
}
