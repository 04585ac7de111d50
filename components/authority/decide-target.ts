import type { CapabilityRow } from "@/lib/review/authority/capability-row";
import type { PlaceKey } from "@/lib/review/authority/places";
import type { CapabilityClass, Decision } from "@/lib/review/vocabulary";
import { DECISIONS } from "@/lib/review/vocabulary";

/** What somebody is about to decide: how many rows, of which classes, and how the API names them. */
export type Deciding = {
  /** "C17 Host path", "Data and mounts of X2". */
  label: string;
  count: number;
  classes: readonly CapabilityClass[];
  target:
    | { kind: "rows"; rows: readonly CapabilityRow[] }
    | { kind: "place"; executorId: string | null; key: PlaceKey }
    | { kind: "executor"; executorId: string }
    | { kind: "alike"; id: string };
  /** Whether there is a decision to take back. */
  isDecided: boolean;
};

/** The keys of decisions, as the hint shows them. */
export const DECISION_KEYS: Record<Decision, string> = {
  needed: "J",
  remove: "R",
  fix: "F",
  baseline: "B",
  layer: "L",
  accept: "A",
};
export const UNSET_KEY = "U";

/** What each decision is asked as in menus. */
export const DECISION_WORDS: Record<Decision, string> = {
  needed: "Needed, because…",
  remove: "Remove",
  fix: "Fix",
  baseline: "Settled by the baseline…",
  layer: "Held by a layer…",
  accept: "Accept as residual risk",
};

/** The decisions that fit at least one of the classes. */
export const decisionsFor = (classes: readonly CapabilityClass[]): Decision[] =>
  (Object.keys(DECISIONS) as Decision[]).filter((decision) =>
    classes.some((of) => (DECISIONS[decision].classes as readonly string[]).includes(of)),
  );

/** The decision that a key asks for, if it fits. */
export function decisionOfKey(key: string, classes: readonly CapabilityClass[]): Decision | "unset" | null {
  const upper = key.toUpperCase();
  if (upper === UNSET_KEY) return "unset";
  return decisionsFor(classes).find((decision) => DECISION_KEYS[decision] === upper) ?? null;
}

/** The classes of the rows of a place. */
export function classesOfPlace(key: PlaceKey): readonly CapabilityClass[] {
  if (key.startsWith("surplus:") || key.startsWith("need:") || key === "decided:remove") return ["grant"];
  if (key.startsWith("limit:") || key === "decided:fix") return ["missing-limit"];
  return key === "claim" || key === "closed" ? [] : ["grant", "missing-limit"];
}
