import {
  isAskedOfNeighbours,
  isSubsumed,
  isUndetermined,
  roleOf,
  runsSubmittedCode,
} from "@/lib/rules/asking";
import { type ContentIndex, holdersOf } from "@/lib/rules/content-index";
import type { Capability, Executor } from "../content";
import { CAPABILITY_GROUPS, type CapabilityGroup, DECISIONS, type Decision } from "../vocabulary";

/**
 * The places of the page "Authority" under one executor, in reading order: what a justification
 * covers (`need:<id>`), grants without a stated need (`surplus:<group>`), missing limits that nobody
 * decided (`limit:<group>`), what cannot be determined, what was decided otherwise
 * (`decided:<decision>`), and, folded, what is never asked.
 */
export type PlaceKey =
  | `need:${string}`
  | `surplus:${CapabilityGroup}`
  | `limit:${CapabilityGroup}`
  | "undetermined"
  | `decided:${Exclude<Decision, "needed">}`
  | "claim"
  | "not-asked"
  | "said-elsewhere"
  | "closed";

/** Groups in reading order: ordinary misuse before exceptional attack. */
const GROUP_ORDER = Object.keys(CAPABILITY_GROUPS) as CapabilityGroup[];

const DECISION_ORDER = (Object.keys(DECISIONS) as Decision[]).filter((decision) => decision !== "needed");

const FIXED_ORDER: string[] = [
  ...GROUP_ORDER.map((group) => `surplus:${group}`),
  ...GROUP_ORDER.map((group) => `limit:${group}`),
  "undetermined",
  ...DECISION_ORDER.map((decision) => `decided:${decision}`),
  "claim",
  "said-elsewhere",
  "not-asked",
  "closed",
];

/** Orders places as they are read: needs first, by the number of their justification. */
export function comparePlaces(
  a: PlaceKey,
  b: PlaceKey,
  numberOf: (justificationId: string) => number,
): number {
  const [needA, needB] = [a.startsWith("need:"), b.startsWith("need:")];
  if (needA && needB) return numberOf(a.slice(5)) - numberOf(b.slice(5));
  if (needA !== needB) return needA ? -1 : 1;
  return FIXED_ORDER.indexOf(a) - FIXED_ORDER.indexOf(b);
}

/** Whether the rows of a place still wait for somebody. */
export const isOpenPlace = (key: PlaceKey): boolean =>
  key.startsWith("surplus:") || key.startsWith("limit:") || key === "undetermined";

/**
 * Where a live or closed capability is read under one of its holders.
 *
 * @param executor the holder; null for a row that no executor holds (an identity nobody uses)
 */
export function placeOf(capability: Capability, executor: Executor | null, index: ContentIndex): PlaceKey {
  if (capability.closedAt !== null) return "closed";
  if (capability.class === "claim") return "claim";
  if (!executor || !isAskedHere(capability, executor, index)) return decidedPlace(capability) ?? "not-asked";
  const decided = decidedPlace(capability);
  if (decided) return decided;
  if (isSubsumed(capability, index, executor)) return "said-elsewhere";
  if (isUndetermined(capability, index)) return "undetermined";
  return capability.class === "grant" ? `surplus:${capability.group}` : `limit:${capability.group}`;
}

function decidedPlace({ justificationId, decision }: Capability): PlaceKey | null {
  if (justificationId !== null) return `need:${justificationId}`;
  return decision !== null && decision !== "needed" ? `decided:${decision}` : null;
}

function isAskedHere(capability: Capability, executor: Executor, index: ContentIndex): boolean {
  const role = roleOf(executor);
  if (role === "runs-submitted-code") return true;
  if (role !== "neighbour" || !isAskedOfNeighbours(capability)) return false;
  // What a neighbour shares with an executor of submitted code of its pod is asked there, once.
  return !holdersOf(index, capability).some(runsSubmittedCode);
}
