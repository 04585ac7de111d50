import { isOpenItem } from "@/lib/review/open-items";
import { overviewOf } from "@/lib/review/overview";
import { SEVERITIES, SUBMITTERS, type Submitter } from "@/lib/review/vocabulary";
import { isUndetermined } from "@/lib/rules/asking";
import type { ContentIndex } from "@/lib/rules/content-index";
import { worstFirst } from "./findings";
import type { ReportAnswer, ReportSummary } from "./model";
import { riskSeverities } from "./severities";
import type { ReportFinding, ReportSource } from "./source";
import { capital, counted, listed, namer } from "./words";

/** The four questions on one page, in sentences with numbers; and the numbers once more in a table. */
export function summaryOf(source: ReportSource, index: ContentIndex): ReportSummary {
  const [avoidance, authority] = overviewOf(source.content, source.findings);
  return {
    answers: [
      { question: "What enters?", answer: [enters(index), avoidance!.answer] },
      { question: "What authority is available?", answer: [authority!.answer, ...decided(index)] },
      {
        question: "What may leave?",
        answer: ["Not recorded: this version of the review holds no output checks."],
      },
      approval(source),
    ],
    numbers: numbersOf(source, index),
    ...worstOf(source, index),
  };
}

/** How many of the gravest findings stand on the page that sums up. */
const MOST_WORST = 6;

function worstOf(
  { findings, rules }: ReportSource,
  index: ContentIndex,
): Pick<ReportSummary, "worst" | "worstMore"> {
  const nameTarget = namer(index, findings, rules);
  const open = findings
    .filter(({ state, severity }) => state === "open" && isOpenItem(severity))
    .sort(worstFirst);
  return {
    worst: open.slice(0, MOST_WORST).map(({ number, severity, ruleId, target }) => ({
      number: `F${number}`,
      severity,
      title: rules[ruleId]?.title ?? ruleId,
      target: nameTarget(target),
    })),
    worstMore: Math.max(0, open.length - MOST_WORST),
  };
}

function enters(index: ContentIndex): string {
  const artifacts = [...index.artifacts.values()];
  const entries = [...index.entryPoints.values()];
  if (artifacts.length === 0 && entries.length === 0) {
    return "Not known yet: nothing that gets executed is recorded.";
  }
  const submitters = new Set([...artifacts, ...entries].flatMap((row) => row.submitters ?? []));
  const who = (Object.keys(SUBMITTERS) as Submitter[])
    .filter((submitter) => submitters.has(submitter))
    .map((submitter) => SUBMITTERS[submitter].toLowerCase().replace("ci ", "CI "));
  const by = who.length > 0 ? `, submitted by: ${listed(who)}` : "; who submits is not answered";
  return `${capital(counted(artifacts.length, "artifact", "artifacts"))} by ${counted(entries.length, "entry point", "entry points")}${by}.`;
}

function decided(index: ContentIndex): string[] {
  const rows = [...index.capabilities.values()];
  const of = (decision: string) => rows.filter((row) => row.decision === decision).length;
  const parts = [
    [of("remove"), "to be removed"],
    [of("fix"), "to be fixed"],
    [of("accept"), "accepted as residual risk"],
    [of("baseline"), "settled by the baseline"],
    [of("layer"), "held by a layer"],
  ].filter(([count]) => (count as number) > 0);
  if (parts.length === 0) return [];
  return [`Decided so far: ${listed(parts.map(([count, words]) => `${count} ${words}`))}.`];
}

function approval({ revision, signOffs, people }: ReportSource): ReportAnswer {
  const { policy } = revision;
  const quorum = policy?.quorum ?? 1;
  // Terms that exclude each other name somebody that there is not.
  const named = (policy?.approverIds ?? []).map((id) => people[id] ?? "nobody who is known here");
  const who =
    named.length > 0
      ? `${quorum} of ${listed(named)}`
      : `${counted(quorum, "approver", "approvers")}${policy?.adminsApprove === false ? "" : ", or admins in their place"}`;
  const answer = [
    `This decision needs ${who}, never the person who requests it. Which promotions of code somebody has to approve is not recorded in this version of the review.`,
  ];
  const approved = signOffs.filter(({ decision }) => decision === "approve").map(({ name }) => name);
  const rejected = signOffs.filter(({ decision }) => decision === "reject").map(({ name }) => name);
  if (revision.requestedBy) answer.push(`${revision.requestedBy} requested it.`);
  if (approved.length > 0) answer.push(`${listed(approved)} approved it.`);
  if (rejected.length > 0) answer.push(`${listed(rejected)} rejected it.`);
  if (signOffs.length === 0) answer.push("Nobody has decided yet.");
  return { question: "Who can approve the next action?", answer: [answer[0]!, answer.slice(1).join(" ")] };
}

function numbersOf({ content, findings }: ReportSource, index: ContentIndex): ReportSummary["numbers"] {
  const entries = [...index.entryPoints.values()];
  const executors = [...index.executors.values()];
  const rows = [...index.capabilities.values()];
  const of = <R>(list: R[], test: (row: R) => boolean) => list.filter(test).length;
  const parts = (...given: [number, string, string?][]) =>
    given
      .filter(([count]) => count > 0)
      .map(([count, words, one = words]) => counted(count, one, words))
      .join(", ");
  const grants = rows.filter((row) => row.class === "grant");
  const limits = rows.filter((row) => row.class === "missing-limit");
  const inState = (wanted: string) => findings.filter(({ state }) => state === wanted);
  const [open, accepted, dismissed] = [inState("open"), inState("accepted"), inState("dismissed")];
  const bySeverity = (label: string, list: ReportFinding[]) => ({
    label,
    count: list.length,
    words: parts(
      ...SEVERITIES.map((word): [number, string] => [of(list, (row) => row.severity === word), word]),
    ),
  });
  const risks = content.risks.filter(({ archivedAt }) => archivedAt === null);
  const severities = riskSeverities({ content, findings });
  return [
    {
      label: "Entry points",
      count: entries.length,
      words: parts(
        [of(entries, (row) => row.crossesBroker === "yes"), "cross the broker", "crosses the broker"],
        [of(entries, (row) => row.crossesBroker === "no"), "do not", "does not"],
        [of(entries, (row) => row.crossesBroker === null), "without an answer"],
      ),
    },
    {
      label: "Executors",
      count: executors.length,
      words: parts(
        [
          of(executors, (row) => row.role === "runs-submitted-code"),
          "run submitted code",
          "runs submitted code",
        ],
        [of(executors, (row) => row.role === "neighbour"), "neighbours", "neighbour"],
        [of(executors, (row) => row.role === "out-of-scope"), "out of scope"],
      ),
    },
    {
      label: "Grants",
      count: grants.length,
      words: parts(
        [of(grants, (row) => row.justificationId !== null), "with a justification"],
        [of(grants, (row) => row.justificationId === null && row.decision !== null), "decided otherwise"],
        [of(grants, (row) => row.justificationId === null && row.decision === null), "without a decision"],
      ),
    },
    {
      label: "Missing limits",
      count: limits.length,
      words: parts(
        [of(limits, (row) => row.decision !== null), "decided"],
        [of(limits, (row) => row.decision === null && !isUndetermined(row, index)), "not decided"],
        [of(limits, (row) => isUndetermined(row, index)), "cannot be told"],
      ),
    },
    { label: "Justifications", count: index.justifications.size, words: "" },
    bySeverity("Open findings", open),
    ...(accepted.length > 0 ? [bySeverity("Findings accepted as residual risk", accepted)] : []),
    ...(dismissed.length > 0 ? [bySeverity("Dismissed findings", dismissed)] : []),
    {
      label: "Residual risks",
      count: risks.length,
      words: parts(
        ...SEVERITIES.map((word): [number, string] => [
          of(risks, ({ number }) => severities.get(number)?.counts === word),
          word,
        ]),
      ),
    },
  ];
}
