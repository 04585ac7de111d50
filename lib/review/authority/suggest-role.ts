import type { ExecutorRole } from "../vocabulary";

/**
 * What a container most likely is, where its kind makes that evident: a container that starts a pod
 * or stands beside the main one is a neighbour. For everything else null: it is asked, never guessed.
 */
export function suggestedRole(kind: string): ExecutorRole | null {
  return kind === "init" || kind === "sidecar" ? "neighbour" : null;
}
