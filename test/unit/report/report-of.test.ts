import { describe, expect, test } from "vitest";
import { reportOf } from "@/lib/report/report-of";
import { sheetOf } from "@/lib/report/sheets";
import { exampleCapability, exampleExecutor, exampleRisk, quietContent } from "@/lib/rules/example-content";
import { fullContent } from "../../support/report-contents";
import { DIGEST, draftRevision, emptyContent, inForce, sourceOf } from "../../support/report-source";

describe("the cover", () => {
  const coverOf = (revision: object) =>
    reportOf(sourceOf(fullContent(), { revision: { ...inForce, ...revision } })).cover;

  test("of a revision in force says until when, and nothing stands across its pages", () => {
    expect(coverOf({})).toMatchObject({ status: "In force until 30 Nov 2027", mark: null });
  });

  test("takes the day of the risk that expires first, where that is sooner", () => {
    expect(coverOf({ risksUntil: "2027-03-31" }).status).toBe("In force until 31 Mar 2027");
  });

  test("of every other says what became of it, across each page too", () => {
    const ended = { state: "ended", endedAt: "2026-12-24T08:00:00.000Z" };
    expect(coverOf({ state: "submitted", validUntil: null }).mark).toBe("Not decided");
    expect(coverOf({ state: "rejected" }).mark).toBe("Rejected");
    expect(coverOf({ state: "withdrawn" }).mark).toBe("Withdrawn");
    expect(coverOf({ ...ended, endedBy: "superseded", endedBecause: "superseded by revision 4" }).mark).toBe(
      "Superseded",
    );
    const wider = { ...ended, endedBy: "wider-authority", endedBecause: "configuration 4 grants more" };
    expect(coverOf(wider)).toMatchObject({
      mark: "Ended: wider authority",
      statusMore:
        "Revision 3 ended on 24 Dec 2026, 08:00 UTC and does not come back by itself. Configuration 4 grants more.",
    });
    expect(reportOf(sourceOf(fullContent())).cover.mark).toBe("Draft");
  });

  test("says what contests a revision that is in force still", () => {
    expect(coverOf({ contestedBecause: "F9 is new." }).statusMore).toMatch(/Contested: F9 is new\.$/);
  });

  test("holds the digest that was signed first, and none for a draft", () => {
    expect(coverOf({}).digests[0]).toMatchObject({ label: "Content", digest: DIGEST });
    expect(reportOf(sourceOf(emptyContent())).cover.digests).toEqual([]);
  });
});

describe("the summary", () => {
  test("answers in sentences with numbers", () => {
    const { answers } = reportOf(sourceOf(fullContent(), { revision: inForce })).summary;
    expect(answers.map(({ question }) => question)).toEqual([
      "What enters?",
      "What authority is available?",
      "What may leave?",
      "Who can approve the next action?",
    ]);
    expect(answers[0]!.answer).toEqual([
      "1 artifact by 3 entry points, submitted by: user.",
      "Yes. 1 of 3 entry points runs submitted code without crossing the broker.",
    ]);
    expect(answers[1]!.answer[1]).toBe("Decided so far: 1 to be removed.");
  });

  test("says honestly that nothing is known of an empty review", () => {
    const { answers, worst } = reportOf(sourceOf(emptyContent())).summary;
    expect(answers[0]!.answer[0]).toBe("Not known yet: nothing that gets executed is recorded.");
    expect(answers[3]!.answer[1]).toBe("Nobody has decided yet.");
    expect(worst.every(({ severity }) => severity === "medium")).toBe(true);
  });

  test("names who may approve, and how many have to", () => {
    const policy = { quorum: 2, approverIds: ["member", "other"] };
    const people = { member: "Olga Owner", other: "Paul Other" };
    const source = sourceOf(fullContent(), { people, revision: { ...inForce, policy } });
    expect(reportOf(source).summary.answers[3]!.answer[0]).toMatch(/needs 2 of Olga Owner and Paul Other/);
  });

  test("lists the gravest first and counts the rest", () => {
    const { worst, worstMore } = reportOf(sourceOf(fullContent())).summary;
    expect(worst[0]).toMatchObject({ severity: "critical", target: { label: "X1" } });
    expect(worst.length + worstMore).toBe(6);
  });
});

describe("authority", () => {
  test("is read by need: justification, surplus, missing limits, decisions, claims", () => {
    const [executor] = reportOf(sourceOf(fullContent())).executors;
    expect(executor!.words).toBe(
      "3 grants: 1 serves a stated need, 1 serves none, 1 decided otherwise. 1 missing limit, 1 not decided. 1 claim or fact that enforces nothing.",
    );
    expect(
      executor!.places.map(({ kind, capabilities }) => [kind, ...capabilities.map(({ number }) => number)]),
    ).toEqual([
      ["need", "C1"],
      ["surplus", "C2"],
      ["limit", "C3"],
      ["decided", "C5"],
      ["claim", "C4"],
    ]);
    expect(executor!.places[0]!.justification).toMatchObject({
      number: "J1",
      evidence: { text: "https://example.com/tickets/4711", answered: true },
    });
  });

  test("prints a pod's row under each of its containers, and leads to the first", () => {
    const workload = "Deployment default/web";
    const content = quietContent({
      executors: [
        exampleExecutor(1, { workload, container: "a" }),
        exampleExecutor(2, { workload, container: "b", name: "Other" }),
      ],
      capabilities: [exampleCapability(1, { executorId: null, workload })],
    });
    const rows = reportOf(sourceOf(content)).executors.flatMap(({ places }) =>
      places.flatMap(({ capabilities }) => capabilities.map(({ number, isFirst }) => [number, isFirst])),
    );
    expect(rows).toEqual([
      ["C1", true],
      ["C1", false],
    ]);
  });

  test("shows what no executor holds apart", () => {
    const content = quietContent({
      capabilities: [exampleCapability(1, { executorId: null, workload: "ServiceAccount default/ci" })],
    });
    expect(reportOf(sourceOf(content)).executors.at(-1)).toMatchObject({
      number: "",
      name: "Held by no executor",
    });
  });
});

describe("findings", () => {
  test("stand under their question, the worst first, with what covers them", () => {
    const [first] = reportOf(sourceOf(fullContent())).findings;
    expect(first!.question).toBe("Can any execution path avoid confinement?");
    expect(first!.findings.map(({ severity }) => severity)).toEqual(["critical", "high", "high"]);
    expect(first!.findings[0]).toMatchObject({ rule: "ENT-01", target: { label: "X1" }, coveredBy: ["R1"] });
  });

  test("that an approved revision covers were accepted with it", () => {
    const states = (revision: typeof inForce) =>
      reportOf(sourceOf(fullContent(), { revision })).findings[0]!.findings.map(({ state }) => state);
    expect(states(inForce)).toContain("Accepted");
    expect(states({ ...inForce, state: "submitted", decidedAt: null, validUntil: null })).not.toContain(
      "Accepted",
    );
  });

  test("that were dismissed say why, by whom and when", () => {
    const source = sourceOf(fullContent());
    source.findings[0] = {
      ...source.findings[0]!,
      state: "dismissed",
      dismissal: { reason: "Nobody can reach it.", by: "Adam", at: "2026-11-30T10:00:00.000Z" },
    };
    const { number } = source.findings[0];
    const all = reportOf(source).findings.flatMap(({ findings }) => findings);
    expect(all.find((finding) => finding.number === `F${number}`)!.state).toBe(
      "Dismissed by Adam on 30 Nov 2026: Nobody can reach it.",
    );
  });
});

describe("residual risks", () => {
  const signOffOf = (decision: "approve" | "reject") => ({
    id: "1",
    name: "Adam",
    role: "approver",
    decision,
    words: "",
    digest: DIGEST,
    method: "password",
    authenticatedAt: "2026-11-30T10:29:00.000Z",
    decidedAt: "2026-11-30T10:30:00.000Z",
    wrote: [],
    rejects: [],
  });
  const decisionOf = (revision: object, decision: "approve" | "reject" = "approve") => {
    const content = quietContent({ risks: [exampleRisk(1, { recommendation: "Accept it." })] });
    return reportOf(
      sourceOf(content, { revision: { ...inForce, ...revision }, signOffs: [signOffOf(decision)] }),
    ).risks[0]!;
  };

  test("keep recommendation and decision apart", () => {
    expect(decisionOf({})).toMatchObject({
      recommendation: { text: "Accept it.", answered: true },
      decision: { text: "Accepted with revision 3 on 30 Nov 2026 by Adam.", answered: true },
    });
    expect(decisionOf({ state: "rejected" }, "reject").decision.text).toBe(
      "Not accepted with this revision: Adam rejected it on 30 Nov 2026.",
    );
  });

  test("are as severe as the worst that they cover, and say what is written", () => {
    const content = quietContent({
      risks: [
        exampleRisk(1, { covers: ["finding:F12"], severity: "medium" }),
        exampleRisk(2, { severity: "medium" }),
      ],
    });
    const finding = {
      id: "F12",
      number: 12,
      ruleId: "ENT-01",
      target: "review",
      severity: "critical" as const,
      reason: "",
      lists: [],
      state: "open" as const,
      dismissal: null,
    };
    const source = sourceOf(content, { revision: inForce, findings: [finding] });
    const report = reportOf(source);
    expect(report.risks.map(({ lines }) => lines[0])).toEqual([
      {
        label: "Severity",
        said: { text: "Critical — written as medium; it covers F12", answered: true },
      },
      { label: "Severity", said: { text: "Medium", answered: true } },
    ]);
    expect(report.summary.numbers.find(({ label }) => label === "Residual risks")).toEqual({
      label: "Residual risks",
      count: 2,
      words: "1 critical, 1 medium",
    });
    const { header, rows } = sheetOf("risks", source);
    const columns = ["Severity", "Severity as written", "Why it counts as more"];
    expect(rows.map((row) => columns.map((column) => row[header.indexOf(column)]))).toEqual([
      ["critical", "medium", "written as medium; it covers F12"],
      ["medium", "medium", ""],
    ]);
  });

  test("that a rejection names are in its certificate, as they were called", () => {
    const content = quietContent({
      risks: [exampleRisk(1), exampleRisk(2, { title: "Secrets are shared" })],
    });
    const certificateOf = (decision: "approve" | "reject", rejects: number[]) =>
      reportOf(
        sourceOf(content, {
          revision: { ...inForce, state: "rejected" },
          signOffs: [{ ...signOffOf(decision), rejects }],
        }),
      ).certificates[0]!;
    expect(certificateOf("reject", [2]).rejects).toEqual([{ label: "R2", name: "Secrets are shared" }]);
    const none = certificateOf("reject", []);
    expect(none.rejects).toEqual([]);
    expect(none.lines.at(-1)).toEqual({
      label: "Not acceptable as written",
      text: "No residual risk is named",
    });
    expect(certificateOf("approve", []).lines.at(-1)!.label).toBe("Requested by");
  });

  test("of a draft say what was decided about them before", () => {
    const content = quietContent({ risks: [exampleRisk(1, { state: "accepted" }), exampleRisk(2)] });
    const decisions = { R1: { decidedIn: 2, words: "Until March." } };
    const [first, second] = reportOf(sourceOf(content, { revision: draftRevision, decisions })).risks;
    expect(first!.decision.text).toBe("Accepted with revision 2. “Until March.”");
    expect(second!.decision).toEqual({ text: "Not decided yet.", answered: false });
  });
});
