import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { setArchived } from "@/lib/review/server/archive-row";
import { answerKind, checklistOf } from "@/lib/review/server/checklist-answers";
import { createRow } from "@/lib/review/server/create-row";
import { type FreshDatabase, freshDatabase } from "@/test/support/fresh-database";
import { makeReviewed, type Reviewed, refusalOf, rowsOf, value } from "./cells-fixture";

let database: FreshDatabase;
let at: Reviewed;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(async () => {
  at = await makeReviewed(database.ownerUrl);
});
afterAll(() => database.drop());

const answer = (text: string | null, version: number, actor = at.ada) =>
  answerKind(actor, at.reviewId, "migrate", {
    cell: text === null ? { state: "unset" } : value(text),
    version,
  });
const migrate = async () => (await checklistOf(at.ada, at.reviewId)).find(({ kind }) => kind === "migrate");
const openKinds = async () => {
  const [finding] = await rowsOf<{ state: string; lists: string[] }>(
    database.ownerUrl,
    "select state, lists from finding where review_id = $1 and rule_id = 'ENT-09'",
    [at.reviewId],
  );
  return finding;
};

it("All nine kinds are open at first", async () => {
  const items = await checklistOf(at.ada, at.reviewId);
  expect(items.map(({ kind }) => kind)).toEqual([
    "install",
    "register",
    "validate",
    "preview",
    "test",
    "update",
    "migrate",
    "background",
    "startup",
  ]);
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(["open"]));
});

it("A kind does not exist here because of something, and is open again when that is taken back", async () => {
  expect(await answer("Nothing is stored.", 0)).toEqual({
    kind: "migrate",
    because: "Nothing is stored.",
    version: 1,
    seq: 1,
  });
  expect(await migrate()).toMatchObject({
    state: "does-not-exist",
    because: "Nothing is stored.",
    version: 1,
  });
  await answer("Nothing is stored at all.", 1);
  await answer(null, 2);
  expect(await migrate()).toMatchObject({ state: "open", because: null, version: 3 });
  const rows = await rowsOf(database.ownerUrl, "select kind from kind_answer where review_id = $1", [
    at.reviewId,
  ]);
  expect(rows).toEqual([{ kind: "migrate" }]);
});

it("The same answer again makes no event", async () => {
  await answer("Nothing is stored.", 0);
  expect((await answer("Nothing is stored.", 0)).seq).toBeNull();
  expect(
    await answerKind(at.ada, at.reviewId, "test", { cell: { state: "unset" }, version: 0 }),
  ).toMatchObject({ seq: null });
});

it("Of two people who answer one kind at once, one is told what the other said", async () => {
  const outcomes = await Promise.allSettled([answer("mine", 0), answer("theirs", 0, at.grace)]);
  const lost = outcomes.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(lost.reason.problem.extra.conflict).toMatchObject({
    field: "because",
    cell: { state: "value", value: "mine" },
    version: 1,
    author: { id: at.ada.id, name: "Ada Lovelace" },
  });
});

it("A kind that has an entry point cannot be said not to exist", async () => {
  const row = await createRow(at.ada, at.reviewId, "entryPoint", {
    name: value("Upgrade job"),
    kind: value("migrate"),
  });
  expect((await refusalOf(answer("It does not.", 0))).detail).toBe(
    "Upgrade job (E1) is an entry point of this kind. Archive it or change its kind first.",
  );
  expect(await migrate()).toMatchObject({
    state: "has-entry-points",
    entryPoints: [{ name: "Upgrade job" }],
  });
  await setArchived(at.ada, at.reviewId, "entryPoint", row.id, true);
  expect(await migrate()).toMatchObject({ state: "open", entryPoints: [] });
  await answer("It does not.", 0);
});

it("Blank reasons, NUL and too long ones are refused with a sentence", async () => {
  expect((await refusalOf(answer("  ", 0))).detail).toBe("Say why it does not exist here.");
  expect((await refusalOf(answer("a\u0000", 0))).detail).toContain("NUL");
  expect((await refusalOf(answer("x".repeat(100_001), 0))).detail).toContain("longer than 100,000");
});

it("The finding about open kinds lists them until each is answered", async () => {
  await createRow(at.ada, at.reviewId, "entryPoint", { name: value("Preview"), kind: value("preview") });
  const all = [
    "install",
    "register",
    "validate",
    "test",
    "update",
    "migrate",
    "background",
    "startup",
  ] as const;
  expect(await openKinds()).toEqual({ state: "open", lists: all.map((kind) => `kind:${kind}`) });
  for (const kind of all)
    await answerKind(at.ada, at.reviewId, kind, { cell: value("Not part of this system."), version: 0 });
  expect(await openKinds()).toMatchObject({ state: "resolved" });
  await answerKind(at.ada, at.reviewId, "startup", { cell: { state: "unset" }, version: 9 });
  expect(await openKinds()).toEqual({ state: "open", lists: ["kind:startup"] });
});
