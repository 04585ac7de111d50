import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventHash, payloadDigest } from "@/lib/audit/chain";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import { reviewHead } from "@/lib/review/server/access";
import { setReviewArchived } from "@/lib/review/server/archive-review";
import { createReview } from "@/lib/review/server/create-review";
import { createRow } from "@/lib/review/server/create-row";
import { createSystem } from "@/lib/review/server/create-system";
import { editCells } from "@/lib/review/server/edit-cells";
import { findingDetail } from "@/lib/review/server/finding-detail";
import { listEvents } from "@/lib/review/server/list-events";
import { listFindings } from "@/lib/review/server/list-findings";
import { allRows } from "@/lib/review/server/list-rows";
import { reviewState } from "@/lib/review/server/load-overview";
import { reviewDetail } from "@/lib/review/server/load-review";
import { openByQuestion } from "@/lib/review/server/open-by-question";
import { decideRevision } from "@/lib/signoff/server/decide-revision";
import { submitRevision } from "@/lib/signoff/server/submit-revision";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";
import { refusalOf, rowsOf, value } from "./cells-fixture";

let database: FreshDatabase;
let world: World;
let rita: Actor;
let adam: Actor;
let systemId: string;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(async () => {
  world = await makeWorld(database);
  rita = await world.member("Rita Reviewer", "reviewer");
  adam = await world.member("Adam Admin", "admin");
  ({ id: systemId } = await createSystem(rita, {
    name: "Guardrail runner",
    description: "",
    visibility: "open",
  }));
});
afterAll(() => database.drop());

const begin = (title = "First review", artifact?: string) =>
  createReview(rita, systemId, { title, ...(artifact && { artifact }) });
const openRules = async (reviewId: string) =>
  (await listFindings(rita, reviewId, { state: ["open"] }, { limit: 50 })).items.map(({ ruleId }) => ruleId);

describe("beginning a review", () => {
  it("starts the chain with its first event, which names everything that was made", async () => {
    const { id, number } = await begin("First review", "Custom guardrail code");
    expect(number).toBe(1);
    const [event, ...more] = await rowsOf<Record<string, never>>(
      database.ownerUrl,
      "select * from event where review_id = $1",
      [id],
    );
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      seq: "1",
      type: "review.created",
      previous_hash: "",
      actor_name: rita.name,
    });
    const digest = payloadDigest(event!.payload);
    expect(event!.payload_digest).toBe(digest);
    expect(event!.hash).toBe(
      eventHash({
        workspaceId: rita.workspaceId,
        reviewId: id,
        seq: 1,
        at: (event!.at as unknown as Date).toISOString(),
        type: "review.created",
        actorKind: "user",
        actorId: rita.id,
        actorName: rita.name,
        payloadDigest: digest,
        previousHash: "",
      }),
    );
    const head = await reviewHead(rita, id);
    expect(head).toMatchObject({ seq: 1, revision: { number: 1, state: "draft" }, inForce: null });
    expect(await allRows(rita, id, "artifact")).toMatchObject([
      { number: 1, name: "Custom guardrail code", versions: { name: 1 } },
    ]);
  });

  it("goes on with the chain and the short numbers after it", async () => {
    const { id } = await begin("First review", "Custom guardrail code");
    const next = await createRow(rita, id, "artifact", { name: value("Notebook cell") });
    expect(next).toMatchObject({ number: 2, seq: 2 });
  });

  it("finds what a blank review lacks, and nothing else", async () => {
    const { id } = await begin();
    expect(await openRules(id)).toEqual(["ENT-09", "CFG-01"]);
  });

  it("gives each review of the workspace a number of its own, however many begin at once", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, (_, index) => begin(`Review ${index}`)));
    expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("leaves nothing behind when it is refused", async () => {
    const viewer = await world.member("Vera Viewer", "viewer");
    const refused = await refusalOf(createReview(viewer, systemId, { title: "Mine" }));
    expect(refused.code).toBe("forbidden");
    expect(
      await rowsOf(database.ownerUrl, "select 1 from review where workspace_id = $1", [world.workspaceId]),
    ).toEqual([]);
  });
});

describe("a review's own cells", () => {
  it("are saved by version like any other", async () => {
    const { id } = await begin();
    const saved = await editCells(rita, id, "review", id, {
      task: { cell: value("Screen prompts"), version: 0 },
      dataSubjects: { cell: { state: "unknown" }, version: 0 },
    });
    expect(saved).toMatchObject({ seq: 2, versions: { title: 1, task: 2, dataSubjects: 2 } });
    const stale = editCells(adam, id, "review", id, { task: { cell: value("Other"), version: 0 } });
    expect((await refusalOf(stale)).code).toBe("conflict");
    expect(await reviewDetail(rita, id)).toMatchObject({
      task: "Screen prompts",
      dataSubjects: null,
      answers: { dataSubjects: { state: "unknown" } },
    });
  });
});

describe("archiving a review", () => {
  it("is an admin's; nothing of it is edited until it is restored", async () => {
    const { id } = await begin();
    expect((await refusalOf(setReviewArchived(rita, id, true))).code).toBe("forbidden");
    await setReviewArchived(adam, id, true);
    expect(await reviewHead(rita, id)).toMatchObject({ isArchived: true, abilities: [] });
    const edit = editCells(rita, id, "review", id, { task: { cell: value("x"), version: 0 } });
    expect((await refusalOf(edit)).code).toBe("not-in-this-state");
    expect((await refusalOf(setReviewArchived(adam, id, true))).detail).toBe(
      "This review is archived already.",
    );
    await setReviewArchived(adam, id, false);
    expect((await refusalOf(setReviewArchived(adam, id, false))).detail).toBe("This review is not archived.");
    const { items } = await listEvents(rita, id, {}, { limit: 10 });
    expect(items.map(({ deed }) => deed)).toEqual([
      "restored the review",
      "archived the review",
      "created the review",
    ]);
  });
});

/** A review with an executor, an entry point and a configuration, approved. */
async function approvedReview() {
  const { id } = await begin("First review", "Custom guardrail code");
  const [artifact] = await allRows<{ id: string }>(rita, id, "artifact");
  const executor = await createRow(rita, id, "executor", { name: value("Runner") });
  const entry = await createRow(rita, id, "entryPoint", {
    name: value("Preview"),
    executor: value(executor.id),
    artifact: value(artifact!.id),
    executes: value("no"),
    crossesBroker: { state: "not-applicable", reason: "It only reads." },
    permission: value("guardrail.write"),
  });
  await editCells(rita, id, "executor", executor.id, { inheritsSecrets: { cell: value("no"), version: 0 } });
  const configurationId = newId();
  const capabilityId = newId();
  await world.configuration(id, rita, configurationId);
  await world.owner(
    `insert into capability (workspace_id, review_id, id, number, key, executor_id, class, "group", family, anchor, catalogue_id, severity, title)
     values ($1, $2, $3, 1, 'k', $4, 'grant', 'network', 'egress', '', 'egress-any', 'medium', 'Any egress')`,
    [world.workspaceId, id, capabilityId, executor.id],
  );
  await world.owner(
    `insert into capability_grant (workspace_id, review_id, capability_id, configuration_id, catalogue_id, access, extent, origin, authority, severity, target, explanation, limits)
     values ($1, $2, $3, $4, 'egress-any', 'connect', '{}', 'default', 'x', 'medium', 'any', 'Nothing limits it.', '{}')`,
    [world.workspaceId, id, capabilityId, configurationId],
  );
  const { revisionId, digest } = await submitRevision(rita, id, "");
  await decideRevision(adam, id, revisionId, { decision: "approve", words: "Good.", digest });
  return { id, executorId: executor.id, entryId: entry.id, artifactId: artifact!.id, capabilityId };
}

describe("a system's next review", () => {
  it("starts as what was approved, not as what was edited since", async () => {
    const first = await approvedReview();
    await editCells(rita, first.id, "executor", first.executorId, {
      name: { cell: value("Renamed since"), version: 2 },
    });
    const next = await begin("Second review");
    expect(next.copiedFrom).toEqual({ reviewId: first.id, revision: 1, title: "First review" });
    expect(await allRows(rita, next.id, "executor")).toMatchObject([
      { id: first.executorId, number: 1, name: "Runner", inheritsSecrets: "no" },
    ]);
    expect(await allRows(rita, next.id, "entryPoint")).toMatchObject([
      {
        name: "Preview",
        executorId: first.executorId,
        artifactId: first.artifactId,
        executes: "no",
        answers: { crossesBroker: { state: "not-applicable", reason: "It only reads." } },
        versions: { name: 1, executes: 1, crossesBroker: 1 },
      },
    ]);
    const head = await reviewHead(rita, next.id);
    expect(head).toMatchObject({ title: "Second review", seq: 1, revision: { number: 1, state: "draft" } });
    expect((await reviewHead(rita, first.id)).title).toBe("First review");
  });

  it("brings the newest configuration and what it grants, and goes on with the numbers", async () => {
    await approvedReview();
    const next = await begin("Second review", "Notebook cell");
    const grants = await rowsOf(
      database.ownerUrl,
      `select g.catalogue_id, k.environment, k.is_newest from capability_grant g
       join configuration k on k.review_id = g.review_id and k.id = g.configuration_id where g.review_id = $1`,
      [next.id],
    );
    expect(grants).toEqual([{ catalogue_id: "egress-any", environment: "production", is_newest: true }]);
    expect(await allRows(rita, next.id, "artifact")).toMatchObject([
      { number: 1, name: "Custom guardrail code" },
      { number: 2, name: "Notebook cell" },
    ]);
    // Kinds unanswered, an executor known by its name only, egress that no need is stated for.
    expect(await openRules(next.id)).toEqual(["ENT-09", "ENT-06", "CAP-01"]);
  });

  it("is blank where nothing was ever in force", async () => {
    await begin("First review", "Custom guardrail code");
    const next = await begin("Second review");
    expect(next.copiedFrom).toBeNull();
    expect(await allRows(rita, next.id, "artifact")).toEqual([]);
  });
});

describe("a review as a whole", () => {
  it("says what is open by question, and follows each edit", async () => {
    const { id } = await begin("First review", "Custom guardrail code");
    const blank = await reviewState(rita, id);
    expect(blank).toMatchObject({
      seq: 1,
      computedSeq: 1,
      environment: null,
      open: { critical: 0, high: 0, medium: 2 },
      openByQuestion: { 1: 1, 2: 0, 3: 1 },
    });
    await createRow(rita, id, "entryPoint", { name: value("Preview") });
    const after = await reviewState(rita, id);
    expect(after).toMatchObject({ seq: 2, computedSeq: 2, open: { high: 1, medium: 2 } });
    const open = await openByQuestion(rita, id, 1);
    expect(open[1].map(({ ruleId }) => ruleId)).toEqual(["ENT-02"]);
    expect(open[3].map(({ ruleId }) => ruleId)).toEqual(["CFG-01"]);
  });
});

describe("findings and events", () => {
  it("are filtered, and lead to their rows by short number", async () => {
    const { id } = await begin();
    const entry = await createRow(rita, id, "entryPoint", { name: value("Preview") });
    const { items, total } = await listFindings(rita, id, { target: "E1" }, { limit: 10 });
    expect(total).toBe(1);
    expect(items).toMatchObject([
      {
        ruleId: "ENT-02",
        severity: "high",
        state: "open",
        target: { label: "E1", name: "Preview", href: `/reviews/${id}/entry-points?row=E1` },
      },
    ]);
    const none = await listFindings(rita, id, { target: "E1", severity: ["low"] }, { limit: 10 });
    expect(none).toMatchObject({ items: [], total: 0 });
    const byText = await listFindings(rita, id, { text: "preview (e1)" }, { limit: 10 });
    expect(byText.items.map(({ target }) => target.target)).toEqual([`entry:${entry.id}`]);
  });

  it("come in pages, worst first, each once", async () => {
    const { id } = await begin();
    for (const name of ["Preview", "Test", "Install"])
      await createRow(rita, id, "entryPoint", { name: value(name) });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await listFindings(rita, id, { state: ["open"] }, { limit: 2, cursor });
      seen.push(...answer.items.map(({ severity, number }) => `${severity} F${number}`));
      cursor = answer.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual(["high F3", "high F4", "high F5", "medium F1", "medium F2"]);
  });

  it("tell when a finding opened and what resolved it", async () => {
    const { id } = await begin();
    const entry = await createRow(rita, id, "entryPoint", { name: value("Preview") });
    const before = await findingDetail(rita, id, "F3");
    expect(before.history).toMatchObject([{ seq: 2, what: "opened", actor: "Rita Reviewer" }]);
    const executor = await createRow(rita, id, "executor", {
      name: value("Runner"),
      inheritsSecrets: value("no"),
    });
    await editCells(adam, id, "entryPoint", entry.id, {
      executor: { cell: value(executor.id), version: 0 },
      executes: { cell: value("no"), version: 0 },
      crossesBroker: { cell: value("yes"), version: 0 },
      permission: { cell: value("any"), version: 0 },
    });
    const after = await findingDetail(rita, id, "F3");
    expect(after.state).toBe("resolved");
    expect(after.history.map(({ seq, what, actor }) => [seq, what, actor])).toEqual([
      [2, "opened", "Rita Reviewer"],
      [4, "resolved", "Adam Admin"],
    ]);
    expect((await refusalOf(findingDetail(rita, id, "F99"))).code).toBe("not-found");
  });

  it("say changes in words, with names in place of ids", async () => {
    const { id } = await begin();
    const executor = await createRow(rita, id, "executor", { name: value("Runner") });
    const entry = await createRow(rita, id, "entryPoint", { name: value("Preview") });
    await editCells(adam, id, "entryPoint", entry.id, {
      executor: { cell: value(executor.id), version: 0 },
      crossesBroker: { cell: { state: "not-applicable", reason: "It only reads." }, version: 0 },
      submitters: { cell: value(["anonymous", "ci-fork"]), version: 0 },
    });
    const { items } = await listEvents(rita, id, { row: "E1" }, { limit: 10 });
    expect(items).toHaveLength(2);
    expect(
      items[0]!.lines.map(({ row, field, before, after }) => [row?.label, field, before, after]),
    ).toEqual([
      ["E1", "Who may submit or replace", "", "Anonymous, CI fork"],
      ["E1", "Executor", "", "X1 Runner"],
      ["E1", "Crosses the broker?", "", "Not applicable: It only reads."],
    ]);
    expect(items[1]!.lines[0]).toMatchObject({ what: "added", row: { label: "E1", name: "Preview" } });
    const byAdam = await listEvents(rita, id, { actor: adam.id }, { limit: 10 });
    expect(byAdam.items.map(({ seq }) => seq)).toEqual([4]);
    const executors = await listEvents(rita, id, { kind: "executor" }, { limit: 10 });
    expect(executors.items.map(({ seq }) => seq)).toEqual([2]);
    const page = await listEvents(rita, id, {}, { limit: 3 });
    expect([page.items.map(({ seq }) => seq), page.next]).toEqual([[4, 3, 2], "2"]);
    expect((await listEvents(rita, id, {}, { limit: 3, before: 2 })).next).toBeNull();
  });
});
