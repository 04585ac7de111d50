import type { EntryPoint, KindAnswer } from "./content";
import { CHECKLIST_KINDS } from "./vocabulary";

export type ChecklistKind = (typeof CHECKLIST_KINDS)[number];

/** What each kind of the checklist is, as a question to the team that owns the system. */
export const CHECKLIST_QUESTIONS: Record<ChecklistKind, string> = {
  install: "Installing a package, plugin or bundle",
  register: "Storing code or a definition for later use",
  validate: "Checking a definition before it is saved",
  preview: "Running it once to look at the result",
  test: "A test or connection check",
  update: "Replacing, importing or restoring what is stored",
  migrate: "Migrations and upgrades",
  background: "Background tasks and queues",
  startup: "Loading or preloading at start",
};

/**
 * One kind of the checklist: it has entry points, or does not exist here because of something, or
 * is open. `version` is what a save of its answer must name.
 */
export type ChecklistItem = {
  kind: ChecklistKind;
  state: "has-entry-points" | "does-not-exist" | "open";
  entryPoints: { id: string; number: number; name: string }[];
  because: string | null;
  version: number;
};

/** The checklist of a review from its entry points and answers; archived entry points do not count. */
export function kindChecklist(
  entryPoints: readonly Pick<EntryPoint, "id" | "number" | "name" | "kind" | "archivedAt">[],
  answers: readonly Pick<KindAnswer, "kind" | "because" | "versions">[],
): ChecklistItem[] {
  return CHECKLIST_KINDS.map((kind) => {
    const answer = answers.find((given) => given.kind === kind);
    const because = answer?.because?.trim() ? answer.because : null;
    const found = entryPoints.filter((row) => row.kind === kind && row.archivedAt === null);
    return {
      kind,
      state: found.length > 0 ? "has-entry-points" : because ? "does-not-exist" : "open",
      entryPoints: found.map(({ id, number, name }) => ({ id, number, name })),
      because,
      version: answer?.versions.because ?? 0,
    };
  });
}
