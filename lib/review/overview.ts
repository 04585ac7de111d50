import { askedOf, isSurplus, isUndetermined, runsSubmittedCode } from "@/lib/rules/asking";
import { avoidsBroker } from "@/lib/rules/catalogue/bypass";
import { openKinds, unansweredOf } from "@/lib/rules/catalogue/entry-points";
import { sharesTheApplication } from "@/lib/rules/catalogue/executors";
import { type ContentIndex, heldOf, indexContent } from "@/lib/rules/content-index";
import type { StoredFinding } from "@/lib/rules/diff-findings";
import { ruleOf } from "@/lib/rules/rules";
import { counted, listed, namedExecutor, worst } from "@/lib/rules/words";
import type { CheckLink } from "./checklist";
import type { Capability, ReviewContent } from "./content";
import { isOpenItem } from "./open-items";
import { PROVENANCES, type Severity } from "./vocabulary";

/** A number with its words, and where it leads. */
export type OverviewFact = { count: number; words: string; link: CheckLink };

/** What the review answers to one question, as far as it is recorded. */
export type OverviewAnswer = {
  question: 1 | 2 | 3 | 4;
  title: string;
  /** `yes` is the bad answer to question 1; questions without a yes or no are `said`. */
  verdict: "yes" | "no" | "said" | "not-known" | "not-recorded";
  /** One to three plain sentences. */
  answer: string;
  facts: OverviewFact[];
  openItems: number;
  /** The worst of its open findings. */
  worst: Severity | null;
};

/** Answers the four questions in words and numbers. `findings` are those stored of the review. */
export function overviewOf(content: ReviewContent, findings: readonly StoredFinding[]): OverviewAnswer[] {
  const index = indexContent(content);
  const open = findings.filter((finding) => finding.state === "open");
  const of = (question: OverviewAnswer["question"]) => {
    const own = open.filter((finding) => ruleOf(finding.ruleId)?.question === question);
    return {
      question,
      openItems: own.filter((finding) => isOpenItem(finding.severity)).length,
      worst: own.length === 0 ? null : worst(own.map((finding) => finding.severity)),
    };
  };
  return [
    { ...of(1), title: "Can any execution path avoid confinement?", ...avoidance(index) },
    { ...of(2), title: "If arbitrary code runs inside, what can it do?", ...authority(index) },
    { ...of(3), title: "Is there evidence, and is it about this deployment?", ...evidence(content) },
    {
      ...of(4),
      title: "What may leave, and who can approve the next action?",
      verdict: "not-recorded",
      answer: "Not recorded yet: this review holds no output checks and no promotion controls.",
      facts: [],
    },
  ];
}

type Said = Pick<OverviewAnswer, "verdict" | "answer" | "facts">;

const rule = (id: string): CheckLink => ({ page: "findings", query: { rule: id, state: "open" } });

/** The words after a number, for one and for more. */
const oneOr = (count: number, one: string, more: string, rest: string): string =>
  `${count === 1 ? one : more} ${rest}`;

function avoidance(index: ContentIndex): Said {
  const entries = [...index.entryPoints.values()];
  const around = entries.filter(avoidsBroker);
  const shared = [...index.executors.values()].filter(
    (executor) => sharesTheApplication(executor) && runsSubmittedCode(executor),
  );
  const unanswered = entries.filter((entry) => unansweredOf(entry, index).length > 0);
  const kinds = openKinds(index).length;
  const facts = [
    {
      count: around.length,
      words: oneOr(around.length, "entry point avoids", "entry points avoid", "the broker"),
      link: rule("ENT-01"),
    },
    {
      count: unanswered.length,
      words: oneOr(unanswered.length, "entry point is", "entry points are", "not answered"),
      link: rule("ENT-02"),
    },
    {
      count: kinds,
      words: oneOr(kinds, "kind of entry point is", "kinds of entry point are", "not answered"),
      link: rule("ENT-09"),
    },
  ];
  const paths = counted(entries.length, "entry point", "entry points");
  if (around.length > 0 || shared.length > 0) {
    const ways = [
      around.length > 0
        ? `${around.length} of ${paths} ${around.length === 1 ? "runs" : "run"} submitted code without crossing the broker`
        : null,
      shared.length > 0
        ? `${listed(shared.map(namedExecutor))} ${shared.length === 1 ? "runs" : "run"} it in the application's own process`
        : null,
    ].filter((words) => words !== null);
    return { verdict: "yes", answer: `Yes. ${ways.join("; ")}.`, facts };
  }
  if (entries.length === 0) {
    return { verdict: "not-known", answer: "Not known yet: no entry point is recorded.", facts };
  }
  if (unanswered.length > 0 || kinds > 0) {
    const gaps = [
      unanswered.length > 0
        ? `${unanswered.length} of ${paths} ${unanswered.length === 1 ? "is" : "are"} not answered`
        : null,
      kinds > 0
        ? `${counted(kinds, "kind of entry point is", "kinds of entry point are")} not answered`
        : null,
    ].filter((words) => words !== null);
    return { verdict: "not-known", answer: `Not known yet: ${gaps.join("; ")}.`, facts };
  }
  const running = entries.filter((entry) => entry.executes === "yes").length;
  return {
    verdict: "no",
    answer: `None that is recorded: of ${paths}, ${counted(running, "executes", "execute")} submitted code, and all of those cross the broker.`,
    facts,
  };
}

function authority(index: ContentIndex): Said {
  const executors = [...index.executors.values()].filter(runsSubmittedCode);
  if (executors.length === 0) {
    return {
      verdict: "not-known",
      answer: "Not known yet: no executor is said to run submitted code.",
      facts: [],
    };
  }
  const held = rowsOf(executors.map((executor) => heldOf(index, executor)));
  const asked = rowsOf(executors.map((executor) => askedOf(index, executor)));
  const where = counted(executors.length, "executor runs", "executors run");
  if (held.length === 0) {
    return {
      verdict: "not-known",
      answer: `Not known yet: ${where} submitted code, and nothing is recorded of what is granted there.`,
      facts: [],
    };
  }
  const grants = held.filter((row) => row.class === "grant");
  const ending = held.filter((row) => row.endsConfinement);
  // What cannot be told is counted by itself (CAP-07), and in no other number.
  const [unsure, sure] = apart(asked, (row) => isUndetermined(row, index));
  const surplus = sure.filter((row) => isSurplus(row, index));
  const limits = sure.filter((row) => row.class === "missing-limit" && row.decision === null);
  const hold = executors.length === 1 ? "holds" : "hold";
  const ends =
    ending.length === 0
      ? "Nothing recorded ends confinement."
      : `What ends confinement: ${listed(ending.map((row) => row.title))}.`;
  const needless = surplus.length === 1 ? "1 serves" : `${surplus.length} serve`;
  const missing = counted(limits.length, "limit is", "limits are");
  return {
    verdict: "said",
    answer: `${where} submitted code and ${hold} ${counted(grants.length, "grant", "grants")}, of which ${needless} no stated need; ${missing} missing and undecided. ${ends}`,
    facts: [
      {
        count: ending.length,
        words: oneOr(ending.length, "ends", "end", "confinement"),
        link: rule("CAP-08"),
      },
      {
        count: surplus.length,
        words: oneOr(surplus.length, "grant serves", "grants serve", "no stated need"),
        link: rule("CAP-01"),
      },
      {
        count: limits.length,
        words: oneOr(limits.length, "limit is", "limits are", "missing and undecided"),
        link: rule("CAP-04"),
      },
      { count: unsure.length, words: "cannot be told from the configuration", link: rule("CAP-07") },
    ],
  };
}

function apart<R>(rows: R[], test: (row: R) => boolean): [R[], R[]] {
  return [rows.filter(test), rows.filter((row) => !test(row))];
}

const rowsOf = (lists: Capability[][]): Capability[] => [...new Set(lists.flat())];

function evidence({ configurations }: ReviewContent): Said {
  const newest = configurations.filter((configuration) => configuration.isNewest);
  if (newest.length === 0) {
    return {
      verdict: "not-recorded",
      answer: "Not recorded yet: no configuration is attached, and there are no canary runs.",
      facts: [],
    };
  }
  const captured = newest.filter((configuration) => configuration.provenance === "captured").length;
  const parts = newest.map(
    ({ environment, provenance }) => `${environment} (${PROVENANCES[provenance].toLowerCase()})`,
  );
  return {
    verdict: "not-recorded",
    answer: `Canary runs are not recorded yet. What is granted is read from the configuration of ${listed(parts)}.`,
    facts: [
      { count: captured, words: "configurations captured from a running system", link: rule("CFG-01") },
    ],
  };
}
