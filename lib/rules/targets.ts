/** What a finding can be about; the word before the colon of its target key. */
export const TARGET_KINDS = [
  "review",
  "artifact",
  "entry",
  "executor",
  "capability",
  "justification",
  "risk",
] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** The key of a row as a finding's target, `review` for the review itself. */
export const targetOf = (kind: Exclude<TargetKind, "review">, row: { id: string }): string =>
  `${kind}:${row.id}`;

/** Splits a target key; null for a key that names no row of a review (`kind:startup`, `finding:…`). */
export function parseTarget(target: string): { kind: TargetKind; id: string } | null {
  if (target === "review") return { kind: "review", id: "" };
  const colon = target.indexOf(":");
  const kind = target.slice(0, colon);
  if (colon < 1 || kind === "review" || !(TARGET_KINDS as readonly string[]).includes(kind)) return null;
  return { kind: kind as TargetKind, id: target.slice(colon + 1) };
}
