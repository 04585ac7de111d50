import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import { readSql } from "@/lib/platform/db/transaction";
import { reviewHead } from "@/lib/review/server/access";
import { setArchived } from "@/lib/review/server/archive-row";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { decideRevision } from "@/lib/signoff/server/decide-revision";
import { draftChanges } from "@/lib/signoff/server/draft-changes";
import { revisionChanges, revisionContent } from "@/lib/signoff/server/revision-content";
import { revisionPage } from "@/lib/signoff/server/revision-page";
import { listRevisions } from "@/lib/signoff/server/revisions";
import { submitRevision } from "@/lib/signoff/server/submit-revision";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let rita: Actor;
let adam: Actor;
let reviewId: string;

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
  rita = await world.member("Rita Reviewer", "reviewer");
  adam = await world.member("Adam Approver", "approver");
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ reviewId } = await world.review());
  await world.configuration(reviewId, rita);
});

const value = (of: unknown) => ({ state: "value" as const, value: of });
const refusedAs = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) });
const every = { after: 0, limit: 200 };

async function approved() {
  const { revisionId, digest } = await submitRevision(rita, reviewId, "");
  await decideRevision(adam, reviewId, revisionId, { decision: "approve", words: "Fine.", digest });
  return revisionId;
}
const idOf = async (number: number) =>
  (await listRevisions(rita, reviewId)).find((revision) => revision.number === number)!.id;
async function counted(since: number) {
  const { seq } = await reviewHead(rita, reviewId);
  const where = { workspaceId: world.workspaceId, reviewId };
  return readSql(rita, (sql) => draftChanges(sql, where, since, seq));
}
const linesOf = ({ items }: Awaited<ReturnType<typeof revisionChanges>>) =>
  items
    .filter(({ section }) => section !== "findings")
    .map(({ change, label, cells }) =>
      `${change} ${label} ${cells.map((cell) => `${cell.before}→${cell.after}`).join(" ")}`.trim(),
    );

describe("what a draft changes", () => {
  test("is told since the revision in force, as cells and as a count that agree", async () => {
    const preview = await createRow(rita, reviewId, "artifact", { name: value("Preview code") });
    const gone = await createRow(rita, reviewId, "artifact", { name: value("Plugin") });
    await approved();
    await editCells(rita, reviewId, "artifact", preview.id, {
      name: { cell: value("Preview script"), version: preview.seq },
      description: { cell: value("Runs at preview"), version: 0 },
    });
    await setArchived(rita, reviewId, "artifact", gone.id, true);
    await createRow(rita, reviewId, "artifact", { name: value("Notebook") });
    const changes = await revisionChanges(rita, reviewId, await idOf(2), undefined, every);
    expect(changes.since).toMatchObject({ number: 1, state: "in-force" });
    expect(linesOf(changes)).toEqual([
      "changed A1 Preview code→Preview script →Runs at preview",
      "removed A2",
      "added A3",
    ]);
    expect(await counted(1)).toEqual({ count: 4, isMore: false });
    // Counted again after more came: only what is new is read.
    const { versions } = await editCells(rita, reviewId, "review", reviewId, {
      task: { cell: value("Screens answers"), version: 0 },
    });
    expect(await counted(1)).toEqual({ count: 5, isMore: false });
    await editCells(rita, reviewId, "review", reviewId, {
      task: { cell: { state: "unset" }, version: versions.task! },
    });
    expect(await counted(1)).toEqual({ count: 4, isMore: false });
  });

  test("goes on from the revision in force where one between was rejected", async () => {
    await approved();
    await createRow(rita, reviewId, "artifact", { name: value("First") });
    const { revisionId, digest } = await submitRevision(rita, reviewId, "");
    await decideRevision(adam, reviewId, revisionId, { decision: "reject", words: "No.", digest });
    await createRow(rita, reviewId, "artifact", { name: value("Second") });
    expect(await counted(1)).toEqual({ count: 2, isMore: false });
    const changes = await revisionChanges(rita, reviewId, await idOf(3), undefined, every);
    expect([changes.since?.number, linesOf(changes)]).toEqual([1, ["added A1", "added A2"]]);
    const since = await revisionChanges(rita, reviewId, await idOf(3), revisionId, every);
    expect([since.since?.number, linesOf(since)]).toEqual([2, ["added A2"]]);
  });

  test("is nothing to compare where nothing was ever in force", async () => {
    expect(await revisionChanges(rita, reviewId, await idOf(1), undefined, every)).toEqual({
      since: null,
      sections: [],
      total: 0,
      items: [],
      next: null,
    });
    const page = await revisionPage(rita, reviewId, { number: 1, show: "changes", since: null });
    expect([page.since, page.show]).toEqual([null, "everything"]);
  });
});

describe("reading a revision", () => {
  test("gives what was frozen, in pages, whatever was written since", async () => {
    for (const name of ["One", "Two", "Three"])
      await createRow(rita, reviewId, "artifact", { name: value(name) });
    const revisionId = await approved();
    await createRow(rita, reviewId, "artifact", { name: value("Four") });
    const first = await revisionContent(rita, reviewId, revisionId, {
      section: "artifacts",
      after: 0,
      limit: 2,
    });
    expect(first.items.map(({ label, name }) => `${label} ${name}`)).toEqual(["A1 One", "A2 Two"]);
    expect(first.next).toBe(2);
    expect(first.sections.find(({ id }) => id === "artifacts")).toEqual({
      id: "artifacts",
      label: "Artifacts",
      count: 3,
    });
    const rest = await revisionContent(rita, reviewId, revisionId, {
      section: "artifacts",
      after: 2,
      limit: 2,
    });
    expect([rest.items.map(({ name }) => name), rest.next]).toEqual([["Three"], null]);
    const draft = await revisionContent(rita, reviewId, await idOf(2), { section: "artifacts", ...every });
    expect(draft.items).toHaveLength(4);
  });

  test("pages through all sections one after the other without a gap", async () => {
    await createRow(rita, reviewId, "artifact", { name: value("One") });
    await createRow(rita, reviewId, "entryPoint", { name: value("Preview") });
    const revisionId = await idOf(1);
    const all = await revisionContent(rita, reviewId, revisionId, every);
    const paged = [];
    for (let after: number | null = 0; after !== null; ) {
      const page = await revisionContent(rita, reviewId, revisionId, { after, limit: 2 });
      paged.push(...page.items);
      after = page.next;
    }
    expect(paged).toEqual(all.items);
    expect(all.items).toHaveLength(all.sections.reduce((sum, { count }) => sum + count, 0));
  });

  test("is refused for what is not there, and for who does not see the review", async () => {
    const revisionId = await approved();
    const elsewhere = await makeWorld(database);
    const eve = await elsewhere.member("Eve", "admin");
    await expect(revisionContent(eve, reviewId, revisionId, every)).rejects.toEqual(refusedAs("not-found"));
    await expect(revisionChanges(eve, reviewId, revisionId, undefined, every)).rejects.toEqual(
      refusedAs("not-found"),
    );
    await expect(revisionChanges(rita, reviewId, newId(), undefined, every)).rejects.toEqual(
      refusedAs("not-found"),
    );
    await expect(revisionChanges(rita, reviewId, revisionId, newId(), every)).rejects.toEqual(
      refusedAs("not-found"),
    );
    await expect(
      revisionPage(rita, reviewId, { number: 9, show: "everything", since: null }),
    ).rejects.toEqual(refusedAs("not-found"));
  });
});
