import { isSubsumed } from "@/lib/rules/asking";
import { type ContentIndex, heldOf } from "@/lib/rules/content-index";
import type { Capability, Executor } from "./content";

/** One thing within reach: a short text, and the row that says so as a target key. */
export type Reached = { target: string; text: string };

/** What submitted code in an executor reaches, derived from its grants. */
export type Reach = {
  files: Reached[];
  credentials: Reached[];
  network: Reached[];
  /** Of the kernel and of other processes: what fits no column. */
  other: Reached[];
};

const CREDENTIALS = new Set(["secret-volume", "secret-env", "secret-literal"]);
const NETWORK = new Set(["host-network", "runtime-api-tcp"]);
/** Grants of group data that are about where the image comes from, not about what is reached. */
const NOT_REACHED = new Set(["image-source", "image-mutable"]);

/**
 * An executor's reach from its live grants and those of its pod, each cause once, in the order of
 * the short numbers; and the application's secrets where it inherits them.
 */
export function reachOf(executor: Executor, index: ContentIndex): Reach {
  const reach: Reach = { files: [], credentials: [], network: [], other: [] };
  if (executor.inheritsSecrets === "yes") {
    reach.credentials.push({ target: `executor:${executor.id}`, text: "The application's secrets" });
  }
  for (const row of heldOf(index, executor)) {
    const column = reachColumnOf(row);
    if (row.class !== "grant" || column === null || isSubsumed(row, index, executor)) continue;
    reach[column].push({ target: `capability:${row.id}`, text: row.title });
  }
  return reach;
}

/** The column of reach that a grant belongs to, or null when it says nothing of what is reached. */
export function reachColumnOf({ group, family }: Pick<Capability, "group" | "family">): keyof Reach | null {
  if (NOT_REACHED.has(family)) return null;
  if (group === "credentials" || CREDENTIALS.has(family)) return "credentials";
  if (group === "network" || NETWORK.has(family)) return "network";
  return group === "data" ? "files" : "other";
}

/** The texts of a column in one line, "nothing recorded" when it is empty. */
export const reachWords = (reached: readonly Reached[]): string =>
  reached.length === 0 ? "nothing recorded" : reached.map(({ text }) => text).join(", ");
