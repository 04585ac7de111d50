import { type Cell, cellOf, isOpen } from "@/lib/review/cell";
import type { EntryPoint, Executor } from "@/lib/review/content";
import { CHECKLIST_KINDS, ENTRY_POINT_KINDS, SUBMITTERS } from "@/lib/review/vocabulary";
import { type ContentIndex, entriesOf, executorOf, heldOf } from "../content-index";
import { answeredKinds, blankEntry, exampleCapability, exampleEntry, quietContent } from "../example-content";
import type { Rule } from "../schema";
import { targetOf } from "../targets";
import { isSaid, listed, namedEntry, namedExecutor } from "../words";
import { bypassRule, submittersOf } from "./bypass";
import { siblingRule } from "./siblings";

const mayExecute = (entry: EntryPoint): boolean =>
  cellOf(entry, "executes").state !== "value" || entry.executes === "yes";

/**
 * The entry point that stands for its executor's unanswered "inherits the application's secrets?":
 * the first that may execute, so that one unanswered cell is one finding.
 */
const standsForExecutor = (entry: EntryPoint, executor: Executor, index: ContentIndex): boolean =>
  entriesOf(index, executor).find(mayExecute)?.id === entry.id;

/** What of an entry point nobody has answered, in the order of the worksheet. */
export function unansweredOf(entry: EntryPoint, index: ContentIndex): string[] {
  const open: string[] = [];
  const executes = mayExecute(entry);
  if (isOpen(cellOf(entry, "permission"))) open.push("which permission it needs");
  if (executes && isOpen(executorCell(entry))) open.push("which executor runs it");
  if (executes && isOpen(cellOf(entry, "crossesBroker"))) open.push("whether it crosses the broker");
  if (isOpen(cellOf(entry, "executes"))) open.push("whether it executes anything");
  const executor = executorOf(index, entry);
  if (
    executes &&
    executor &&
    isOpen(cellOf(executor, "inheritsSecrets")) &&
    standsForExecutor(entry, executor, index)
  ) {
    open.push(`whether ${namedExecutor(executor)} inherits the application's secrets`);
  }
  return open;
}

const unansweredRule: Rule = {
  id: "ENT-02",
  question: 1,
  target: "entry",
  scope: "group",
  severity: "high",
  title: "An entry point is not answered",
  explanation:
    "Until somebody says which executor runs it, whether it crosses the broker, which permission it needs and whether application secrets come along, nobody can say that this path is confined.",
  resolve: [
    "Answer the cells that it lists; ask the team that owns the path.",
    "Answer “not applicable” with the reason where the question makes no sense here.",
    "Archive the row when the entry point does not exist.",
  ],
  reference: "CWE-1053; entry-point checklist of the review",
  notApplicable: true,
  listsCauses: false,
  when: "always",
  examples: {
    fires: () => quietContent({ entryPoints: [exampleEntry(1), blankEntry(2, { name: "Registration" })] }),
    quiet: () => quietContent(),
  },
  evaluate: {
    entry: (entry, index) => {
      const open = unansweredOf(entry, index);
      if (open.length === 0) return null;
      return {
        severity: "high",
        reason: `Nobody has said about ${namedEntry(entry)}: ${listed(open)}.`,
        lists: [targetOf("entry", entry)],
      };
    },
  },
};

const OUTSIDERS = new Set(["anonymous", "model-under-injection"]);

const reachRule: Rule = {
  id: "ENT-05",
  question: 1,
  target: "entry",
  scope: "group",
  severity: "critical",
  title: "Who may submit is wider than the reach deserves",
  explanation:
    "Anonymous or model-written code runs where credentials or another tenant's data are within reach: whoever writes the code holds them.",
  resolve: [
    "Let it run in an executor that holds no credentials and keeps nothing between tenants.",
    "Take the credentials out of the executor; let the broker use them on its behalf.",
    "Narrow who may submit or replace it.",
  ],
  reference: "OWASP LLM01:2025, LLM06:2025; CWE-250",
  notApplicable: false,
  listsCauses: false,
  when: "always",
  examples: {
    fires: () =>
      quietContent({
        entryPoints: [exampleEntry(1, { submitters: ["model-under-injection"] })],
        capabilities: [
          exampleCapability(1, {
            catalogueId: "secret-env",
            group: "credentials",
            title: "Secret OPENAI_API_KEY",
          }),
        ],
      }),
    quiet: () => quietContent({ entryPoints: [exampleEntry(1, { submitters: ["model-under-injection"] })] }),
  },
  evaluate: {
    entry: (entry, index) => {
      const executor = executorOf(index, entry);
      if (!executor || cellOf(entry, "executes").state !== "value" || entry.executes !== "yes") return null;
      const outsiders = submittersOf(entry, index).filter((submitter) => OUTSIDERS.has(submitter));
      if (outsiders.length === 0) return null;
      const held = heldOf(index, executor).filter((row) => row.class === "grant");
      const credentials = held.filter((row) => row.group === "credentials");
      const volumes = held.filter((row) => row.family === "shared-volume");
      const reaches: string[] = [];
      if (credentials.length > 0)
        reaches.push(
          `credentials (${listed(
            credentials.map((row) => row.title),
            3,
          )})`,
        );
      else if (executor.inheritsSecrets === "yes") reaches.push("the application's secrets");
      if (volumes.length > 0)
        reaches.push(
          `shared volumes (${listed(
            volumes.map((row) => row.title),
            3,
          )})`,
        );
      else if (executor.reuse === "shared") reaches.push("what other tenants leave behind");
      if (reaches.length === 0) return null;
      const who = listed(outsiders.map((submitter) => SUBMITTERS[submitter].toLowerCase()));
      return {
        severity: "critical",
        reason: `${namedEntry(entry)} takes code from: ${who}. It runs in ${namedExecutor(executor)}, which reaches ${listed(reaches)}.`,
        lists: [
          targetOf("executor", executor),
          ...[...credentials, ...volumes].map((row) => targetOf("capability", row)),
        ],
      };
    },
  },
};

const kindsRule: Rule = {
  id: "ENT-09",
  question: 1,
  target: "review",
  scope: "review",
  severity: "medium",
  title: "Kinds of entry point are not answered",
  explanation:
    "Confinement is usually lost at a sibling of the path that everybody thinks of. Each kind of the checklist has an entry point, or somebody has said why it does not exist here.",
  resolve: ["Add the entry point of that kind.", "Say “does not exist here, because…”."],
  reference: "entry-point checklist of the review",
  notApplicable: true,
  listsCauses: false,
  when: "always",
  examples: {
    fires: () => quietContent({ kindAnswers: answeredKinds().filter((answer) => answer.kind !== "startup") }),
    quiet: () => quietContent(),
  },
  evaluate: {
    review: (_review, index) => {
      const open = openKinds(index);
      if (open.length === 0) return null;
      const words = open.map((kind) => ENTRY_POINT_KINDS[kind].toLowerCase());
      return {
        severity: "medium",
        reason: `Nobody has said whether these exist: ${listed(words, CHECKLIST_KINDS.length)}.`,
        lists: open.map((kind) => `kind:${kind}`),
      };
    },
  },
};

/** The checklist's kinds with neither an entry point nor a reasoned "does not exist here". */
export function openKinds(index: ContentIndex): (typeof CHECKLIST_KINDS)[number][] {
  const answered = new Set<string | null>();
  for (const entry of index.entryPoints.values()) answered.add(entry.kind);
  for (const answer of index.content.kindAnswers) if (isSaid(answer.because)) answered.add(answer.kind);
  return CHECKLIST_KINDS.filter((kind) => !answered.has(kind));
}

const LOADS_WHAT_IS_STORED = new Set<string | null>(["startup", "background", "update"]);

const digestRule: Rule = {
  id: "ENT-11",
  question: 1,
  target: "entry",
  scope: "row",
  severity: "medium",
  title: "What is loaded later is not tied to an approved digest",
  explanation:
    "Start-up, replacement and background work load what was stored before. Unless a digest says which version was approved, whoever can write the store decides what runs.",
  resolve: [
    "Compare the artifact's digest with the approved one before it is loaded, and record the digest.",
    "Say “not applicable” with the reason when nothing stored is loaded.",
  ],
  reference: "SLSA v1.1, verifying artifacts; CWE-494; CVE-2024-10252 (Dify, preload)",
  notApplicable: true,
  listsCauses: false,
  when: "always",
  examples: {
    fires: () => quietContent({ entryPoints: [exampleEntry(1, { name: "Start-up", kind: "startup" })] }),
    quiet: () =>
      quietContent({ entryPoints: [exampleEntry(1, { kind: "startup", approvedDigest: "sha256:6a1f" })] }),
  },
  evaluate: {
    entry: (entry) => {
      if (!LOADS_WHAT_IS_STORED.has(entry.kind) || cellOf(entry, "executes").state !== "value") return null;
      if (entry.executes !== "yes" || !isOpen(cellOf(entry, "approvedDigest"))) return null;
      return {
        severity: "medium",
        reason: `${namedEntry(entry)} loads an artifact, and no approved digest names the one it may load.`,
        lists: [targetOf("entry", entry)],
      };
    },
  },
};

/** The rules whose subject is a path, ENT-01…05, 09 and 11. */
export const entryPointRules: Rule[] = [
  bypassRule,
  unansweredRule,
  siblingRule,
  reachRule,
  kindsRule,
  digestRule,
];

/** A reference's value stands under its column, its other answers under its field. */
function executorCell(entry: EntryPoint): Cell {
  return entry.answers.executor ?? cellOf(entry, "executorId");
}
