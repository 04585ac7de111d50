import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { setArchived } from "@/lib/review/server/archive-row";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { allRows } from "@/lib/review/server/list-rows";
import { type FreshDatabase, freshDatabase } from "@/test/support/fresh-database";
import { actorOf, makeReviewed, type Reviewed, refusalOf, value } from "./cells-fixture";

let database: FreshDatabase;
let at: Reviewed;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(async () => {
  at = await makeReviewed(database.ownerUrl);
});
afterAll(() => database.drop());

async function previewInRunner() {
  const runner = await createRow(at.ada, at.reviewId, "executor", { name: value("Runner") });
  const row = await createRow(at.ada, at.reviewId, "entryPoint", {
    name: value("Preview"),
    executor: value(runner.id),
  });
  return { runner, row };
}
const archive = (entity: "executor" | "entryPoint" | "artifact", id: string, archived = true) =>
  setArchived(at.ada, at.reviewId, entity, id, archived);
const numbers = async () =>
  (await allRows<{ number: number }>(at.ada, at.reviewId, "entryPoint")).map(({ number }) => number);

it("An archived row leaves the list, keeps its number, and comes back as it was", async () => {
  const { row } = await previewInRunner();
  await archive("entryPoint", row.id);
  expect(await numbers()).toEqual([]);
  const next = await createRow(at.ada, at.reviewId, "entryPoint", { name: value("Registration") });
  expect(next.number).toBe(2);
  await archive("entryPoint", row.id, false);
  expect(await numbers()).toEqual([1, 2]);
});

it("An archived row refuses edits until it is restored", async () => {
  const { row } = await previewInRunner();
  await archive("entryPoint", row.id);
  const refused = await refusalOf(
    editCells(at.ada, at.reviewId, "entryPoint", row.id, { notes: { cell: value("n"), version: 0 } }),
  );
  expect(refused).toMatchObject({ code: "not-in-this-state" });
  expect(refused.detail).toContain("Restore it before you edit it.");
});

it("Archiving twice, and restoring what is not archived, is said so", async () => {
  const { row } = await previewInRunner();
  expect((await refusalOf(archive("entryPoint", row.id, false))).detail).toBe("This row is not archived.");
  await archive("entryPoint", row.id);
  expect((await refusalOf(archive("entryPoint", row.id))).detail).toBe("This row is archived already.");
});

it("An executor that an entry point runs in is not archived; nor is an artifact that one loads", async () => {
  const { runner, row } = await previewInRunner();
  expect((await refusalOf(archive("executor", runner.id))).detail).toBe(
    "1 entry point runs in it. Point it elsewhere first.",
  );
  await createRow(at.ada, at.reviewId, "entryPoint", { name: value("E2"), executor: value(runner.id) });
  expect((await refusalOf(archive("executor", runner.id))).detail).toBe(
    "2 entry points run in it. Point them elsewhere first.",
  );
  const code = await createRow(at.ada, at.reviewId, "artifact", { name: value("Code") });
  await editCells(at.ada, at.reviewId, "entryPoint", row.id, {
    artifact: { cell: value(code.id), version: 0 },
  });
  expect((await refusalOf(archive("artifact", code.id))).detail).toBe(
    "1 entry point loads it. Point it elsewhere first.",
  );
});

it("An entry point does not come back to an executor that is archived", async () => {
  const { runner, row } = await previewInRunner();
  await archive("entryPoint", row.id);
  await archive("executor", runner.id);
  const refused = await refusalOf(archive("entryPoint", row.id, false));
  expect(refused.detail).toBe("Executor X1 is archived. Restore it first.");
  await archive("executor", runner.id, false);
  await archive("entryPoint", row.id, false);
  expect(await numbers()).toEqual([1]);
});

it("No cell leads to an archived row", async () => {
  const runner = await createRow(at.ada, at.reviewId, "executor", { name: value("Runner") });
  await archive("executor", runner.id);
  const refused = await refusalOf(
    createRow(at.ada, at.reviewId, "entryPoint", { name: value("E"), executor: value(runner.id) }),
  );
  expect(refused.detail).toBe("Executor: there is no such executor here.");
});

it("A viewer and a member of another workspace change nothing", async () => {
  const { row } = await previewInRunner();
  const edit = { notes: { cell: value("n"), version: 0 } };
  const viewer = actorOf(at.workspaceId, "Vera", "viewer");
  expect((await refusalOf(editCells(viewer, at.reviewId, "entryPoint", row.id, edit))).code).toBe(
    "forbidden",
  );
  const { ada: stranger, reviewId } = await makeReviewed(database.ownerUrl);
  expect((await refusalOf(editCells(stranger, at.reviewId, "entryPoint", row.id, edit))).code).toBe(
    "not-found",
  );
  expect((await refusalOf(editCells(stranger, reviewId, "entryPoint", row.id, edit))).code).toBe("not-found");
});
