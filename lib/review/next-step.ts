import type { CheckLink, CheckSection } from "./checklist";

/** A place of the review that a step leads to. */
export type StepLink = Omit<CheckLink, "page"> & { page: CheckLink["page"] | "authority/import" };

/** The one next thing to do in a review. */
export type NextStep = { title: string; words: string; action: string; link: StepLink };

/** For each check, in the order of the work: what to do about it while it is open. */
const STEPS: { check: string; step: NextStep }[] = [
  {
    check: "artifacts",
    step: {
      title: "Say what is submitted",
      words: "List what somebody hands in and the system runs, and who may submit it.",
      action: "Go to the scope",
      link: { page: "scope" },
    },
  },
  {
    check: "captured",
    step: {
      title: "Import what is deployed",
      words:
        "Paste or upload the manifest of the running system. Cordon reads from it what submitted code could reach.",
      action: "Import a configuration",
      link: { page: "authority/import" },
    },
  },
  {
    check: "placed",
    step: {
      title: "Say which containers run submitted code",
      words: "The others are neighbours, or out of scope for a reason.",
      action: "Place the containers",
      link: { page: "entry-points/executors" },
    },
  },
  {
    check: "kinds",
    step: {
      title: "List the ways in",
      words:
        "Go through the nine kinds of entry point: add the ones that exist, and say why the others do not.",
      action: "List entry points",
      link: { page: "entry-points" },
    },
  },
  {
    check: "answered",
    step: {
      title: "Answer the open entry points",
      words: "For each: which executor runs it, whether it crosses the broker, which permission it needs.",
      action: "Answer entry points",
      link: { page: "entry-points" },
    },
  },
  {
    check: "executors",
    step: {
      title: "Describe the executors",
      words: "Which layers stand around the code, what is reused between runs, and what is inherited.",
      action: "Describe executors",
      link: { page: "entry-points/executors" },
    },
  },
  {
    check: "grants",
    step: {
      title: "Decide the grants",
      words: "Each serves a stated need with a limit on misuse, or it is removed or accepted.",
      action: "Go to the authority",
      link: { page: "authority" },
    },
  },
  {
    check: "limits",
    step: {
      title: "Decide the missing limits",
      words: "Fix them, or say what else holds.",
      action: "Go to the authority",
      link: { page: "authority" },
    },
  },
  {
    check: "covered",
    step: {
      title: "Write down what stays",
      words: "What is not fixed becomes a residual risk that a named person takes on until a date.",
      action: "Go to the decision",
      link: { page: "decide" },
    },
  },
];

/** The first thing in the order of the work that is open, or null when nothing is left but to decide. */
export function nextStep(sections: readonly CheckSection[]): NextStep | null {
  const checks = new Map(sections.flatMap(({ checks: own }) => own.map((check) => [check.id, check])));
  return STEPS.find(({ check }) => (checks.get(check)?.open ?? 0) > 0)?.step ?? null;
}

/** Whether nothing but the scope has been worked on: no page needs to show more than the next step. */
export const isUntouched = (sections: readonly CheckSection[]): boolean =>
  sections.every(({ id, done }) => id === "scope" || id === "decide" || done === 0);
