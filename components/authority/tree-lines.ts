import type { Branch, Place } from "@/lib/review/authority/by-need";
import type { AuthorityExecutor, AuthorityJustification } from "@/lib/review/authority/page";
import { isOpenPlace, type PlaceKey } from "@/lib/review/authority/places";
import {
  CAPABILITY_GROUPS,
  type CapabilityGroup,
  DECISIONS,
  type Decision,
  SEVERITIES,
  type Severity,
} from "@/lib/review/vocabulary";

/** One line of the page "Authority" by need. `level` is its depth in the tree, from 1. */
export type TreeLine =
  | {
      kind: "executor";
      key: string;
      level: 1;
      branch: Branch;
      executor: AuthorityExecutor | null;
      isOpen: boolean;
    }
  | { kind: "heading"; key: string; level: 2; heading: Heading; branch: Branch; count: number }
  | {
      kind: "need";
      key: string;
      level: 2;
      branch: Branch;
      place: Place;
      justification: AuthorityJustification;
      isOpen: boolean;
    }
  | { kind: "place"; key: string; level: 2; branch: Branch; place: Place; label: string; isOpen: boolean }
  | { kind: "row"; key: string; level: 3; branch: Branch; place: Place; number: number }
  | { kind: "wait"; key: string; level: 3; text: string };

/** The parts of an executor that stand under a heading of their own. */
export type Heading = "needs" | "surplus" | "limits" | "rest";

export const HEADINGS: Record<Heading, { title: string; lead: string }> = {
  needs: { title: "Stated needs", lead: "Why something is needed, and what stops misuse." },
  surplus: { title: "Serves no stated need", lead: "Say why it is needed, or remove it." },
  limits: { title: "Missing limits", lead: "Fix them, or say what holds them instead." },
  rest: { title: "Everything else", lead: "Decided otherwise, claimed, or not asked." },
};

const OTHERS: Record<string, string> = {
  undetermined: "Cannot be determined from the configuration",
  claim: "Claims: shown, never asked",
  "not-asked": "Not asked",
  "said-elsewhere": "Said by a graver row",
  closed: "Closed: no configuration grants it any more",
};

/** What a place is called. */
function placeLabel(key: PlaceKey, role: AuthorityExecutor["role"] | undefined): string {
  const [kind, of] = key.split(":") as [string, string | undefined];
  if (kind === "surplus" || kind === "limit") return CAPABILITY_GROUPS[of as CapabilityGroup];
  if (kind === "decided") return DECISIONS[of as Decision].label;
  if (key !== "not-asked") return OTHERS[key] ?? key;
  if (role === "neighbour") return "Not asked: neighbour";
  if (role === "out-of-scope") return "Not asked: out of scope";
  return role === null
    ? "Not asked until somebody says what this container is"
    : "Not asked: nobody here holds it";
}

const headingOf = (key: PlaceKey): Heading =>
  key.startsWith("need:")
    ? "needs"
    : key.startsWith("surplus:")
      ? "surplus"
      : key.startsWith("limit:") || key === "undetermined"
        ? "limits"
        : "rest";

/** How a place is called in the address: `X2/J4`, `X2/surplus:data`, `none/claim`. */
function placeRef(
  executor: AuthorityExecutor | null,
  key: PlaceKey,
  justificationNumber: (id: string) => number | undefined,
): string {
  const of = executor ? `X${executor.number}` : "none";
  return `${of}/${key.startsWith("need:") ? `J${justificationNumber(key.slice(5)) ?? 0}` : key}`;
}

/** Executors that start unfolded: the first few that run submitted code. */
const UNFOLDED_AT_FIRST = 3;

export type TreeInput = {
  branches: readonly Branch[];
  executors: ReadonlyMap<string, AuthorityExecutor>;
  justifications: ReadonlyMap<string, AuthorityJustification>;
  /** Lines whose fold differs from how they start, as the address names them. */
  toggled: ReadonlySet<string>;
  /** The short numbers of an unfolded place, or undefined while they are fetched. */
  numbersOf: (branchId: string | null, key: PlaceKey) => readonly number[] | undefined;
};

/** Lays the page out as lines. */
export function treeLines({
  branches,
  executors,
  justifications,
  toggled,
  numbersOf,
}: TreeInput): TreeLine[] {
  const lines: TreeLine[] = [];
  const numberOf = (id: string) => justifications.get(id)?.number;
  branches.forEach((branch, at) => {
    const executor = branch.id === null ? null : (executors.get(branch.id) ?? null);
    const ref = executor ? `X${executor.number}` : "none";
    const startsOpen = at < UNFOLDED_AT_FIRST && executor?.role === "runs-submitted-code";
    const isOpen = startsOpen !== toggled.has(ref);
    lines.push({ kind: "executor", key: ref, level: 1, branch, executor, isOpen });
    if (!isOpen) return;
    let heading: Heading | null = null;
    for (const place of branch.places) {
      const own = headingOf(place.key);
      if (own !== heading) {
        heading = own;
        const same = branch.places.filter(({ key }) => key !== "closed" && headingOf(key) === own);
        const count = same.reduce((sum, one) => sum + one.count, 0);
        lines.push({ kind: "heading", key: `${ref}/~${own}`, level: 2, heading: own, branch, count });
      }
      const key = placeRef(executor, place.key, numberOf);
      const isPlaceOpen = toggled.has(key);
      const justification = place.key.startsWith("need:")
        ? justifications.get(place.key.slice(5))
        : undefined;
      if (justification)
        lines.push({ kind: "need", key, level: 2, branch, place, justification, isOpen: isPlaceOpen });
      else {
        const label = placeLabel(place.key, executor ? executor.role : undefined);
        lines.push({ kind: "place", key, level: 2, branch, place, label, isOpen: isPlaceOpen });
      }
      if (!isPlaceOpen) continue;
      const numbers = numbersOf(branch.id, place.key);
      if (!numbers) lines.push({ kind: "wait", key: `${key}/~wait`, level: 3, text: "Reading…" });
      else
        for (const number of numbers)
          lines.push({ kind: "row", key: `${key}/C${number}`, level: 3, branch, place, number });
    }
    if (branch.places.length === 0)
      lines.push({ kind: "wait", key: `${ref}/~none`, level: 3, text: "Nothing is granted to it." });
  });
  return lines;
}

/** The gravest of what waits under an executor. */
export function worstOpen({ places }: Branch): Severity | null {
  const open = places.filter(({ key }) => isOpenPlace(key));
  if (open.length === 0) return null;
  return SEVERITIES[Math.min(...open.map(({ worst }) => SEVERITIES.indexOf(worst)))] ?? null;
}

const parentOf = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf("/")));

/**
 * The line that takes the focus of one that is gone: the nearest below it with the same parent, else
 * above it, else what it stood under or what is nearest to that.
 *
 * @param before the lines while it was among them
 * @returns its index in `after`; -1 when nothing of the kind is left
 */
export function neighbourOf(key: string, before: readonly TreeLine[], after: readonly TreeLine[]): number {
  const places = new Map(after.map((line, at) => [line.key, at]));
  const same = places.get(key);
  if (same !== undefined) return same;
  const parent = parentOf(key);
  const isSibling = (line: TreeLine) =>
    line.kind !== "heading" && line.kind !== "wait" && parentOf(line.key) === parent;
  const was = before.findIndex((line) => line.key === key);
  const near = [...before.slice(was + 1), ...before.slice(0, Math.max(0, was)).reverse()];
  for (const line of near) {
    const at = isSibling(line) ? places.get(line.key) : undefined;
    if (at !== undefined) return at;
  }
  if (parent === "") return -1;
  return neighbourOf(parent, before, after);
}
