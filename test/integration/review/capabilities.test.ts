import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import { flatQueryOf } from "@/lib/review/authority/flat-query";
import { setArchived } from "@/lib/review/server/archive-row";
import { authorityPage } from "@/lib/review/server/authority-page";
import { addCapability } from "@/lib/review/server/capabilities-add";
import { capabilitiesCsv } from "@/lib/review/server/capabilities-csv";
import { decideCapabilities } from "@/lib/review/server/capabilities-decide";
import { capabilityDetail } from "@/lib/review/server/capabilities-detail";
import { capabilityOrder, capabilityWindow, placeOrder } from "@/lib/review/server/capabilities-read";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let ada: Actor;
let grace: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
  ada = await world.member("Ada", "reviewer");
  grace = await world.member("Grace", "reviewer");
});
afterAll(() => database.drop());

/** A review with an executor and some grants by hand. */
async function reviewWith(titles: string[], more: Partial<Parameters<typeof addCapability>[2]> = {}) {
  const { reviewId } = await world.review();
  const executor = await createRow(ada, reviewId, "executor", { name: { state: "value", value: "Sandbox" } });
  const rows = [];
  for (const title of titles) {
    rows.push(
      await addCapability(ada, reviewId, {
        title,
        executorId: executor.id,
        class: "grant",
        group: "data",
        severity: "high",
        ...more,
      }),
    );
  }
  const { seq } = await authorityPage(ada, reviewId);
  return { reviewId, executor, rows, seq };
}

const value = (text: string) => ({ state: "value" as const, value: text });

describe("capabilities by hand", () => {
  it("are counted under their executor until somebody decides them", async () => {
    const { reviewId, executor, rows } = await reviewWith(["Socket", "Cache"]);
    const page = await authorityPage(ada, reviewId);
    expect(page.byNeed.branches).toMatchObject([
      { id: executor.id, open: 2, places: [{ key: "surplus:data", count: 2, worst: "high" }] },
    ]);
    const place = await placeOrder(ada, reviewId, executor.id, "surplus:data");
    expect(place.numbers).toEqual(rows.map(({ number }) => number));
  });

  it("can be archived and taken back, and keep their number", async () => {
    const { reviewId, rows } = await reviewWith(["Socket"]);
    await setArchived(ada, reviewId, "capability", rows[0]!.id, true);
    expect((await authorityPage(ada, reviewId)).byNeed.live).toBe(0);
    await setArchived(ada, reviewId, "capability", rows[0]!.id, false);
    expect((await capabilityDetail(ada, reviewId, rows[0]!.id)).row.number).toBe(rows[0]!.number);
  });

  it("take severity and meaning from the catalogue, and refuse an id that it does not hold", async () => {
    const { reviewId, rows } = await reviewWith(["docker.sock"], {
      catalogueId: "runtime-socket",
      severity: undefined,
    });
    expect((await capabilityDetail(ada, reviewId, rows[0]!.id)).row).toMatchObject({
      severity: "critical",
      endsConfinement: true,
    });
    await expect(
      addCapability(ada, reviewId, {
        title: "x",
        executorId: null,
        class: "grant",
        group: "data",
        catalogueId: "no-such",
      }),
    ).rejects.toThrow(/no entry no-such/);
    await expect(
      addCapability(ada, reviewId, { title: "x", executorId: newId(), class: "grant", group: "data" }),
    ).rejects.toThrow(/no such executor/);
  });
});

describe("deciding", () => {
  it("covers a whole place with one new justification in one event", async () => {
    const { reviewId, executor, rows, seq } = await reviewWith(["Socket", "Cache", "Model"]);
    const decided = await decideCapabilities(ada, reviewId, {
      target: { place: { executorId: executor.id, key: "surplus:data" }, seen: seq },
      decision: "needed",
      justification: { purpose: "The sandbox reads its models." },
    });
    expect(decided.decided).toEqual(rows.map(({ number }) => number));
    expect(decided.seq).toBe(seq + 1);
    const page = await authorityPage(ada, reviewId);
    expect(page.justifications).toMatchObject([{ number: 1, purpose: "The sandbox reads its models." }]);
    expect(page.byNeed.branches[0]?.places).toMatchObject([
      { key: `need:${page.justifications[0]?.id}`, count: 3 },
    ]);
    expect(page.byNeed.open).toBe(0);
    const [covered] = await world.owner<{ n: number }>(
      "select (select count(*)::int from jsonb_object_keys(covered_at_writing)) as n from justification where review_id = $1",
      [reviewId],
    );
    expect(covered?.n).toBe(3);
  });

  it("leaves alone what somebody else decided meanwhile, and says who", async () => {
    const { reviewId, rows, seq } = await reviewWith(["Socket", "Cache"]);
    const [socket, cache] = rows;
    await decideCapabilities(grace, reviewId, {
      target: { rows: [{ id: socket!.id, version: 0 }] },
      decision: "remove",
    });
    const late = await decideCapabilities(ada, reviewId, {
      target: { rows: rows.map(({ id }) => ({ id, version: 0 })) },
      decision: "accept",
    });
    expect(late.decided).toEqual([cache!.number]);
    expect(late.changed).toMatchObject([
      { number: socket!.number, decision: "remove", author: { name: "Grace" }, version: seq + 1 },
    ]);
    const [row] = await capabilityWindow(ada, reviewId, [socket!.number]);
    expect(row?.decision).toBe("remove");
  });

  it("loses no edit against another: of two at once one is told", async () => {
    const { reviewId, rows } = await reviewWith(["Socket"]);
    const id = rows[0]!.id;
    const [decided, edited] = await Promise.allSettled([
      decideCapabilities(ada, reviewId, { target: { rows: [{ id, version: 0 }] }, decision: "remove" }),
      editCells(grace, reviewId, "capability", id, { decision: { cell: value("accept"), version: 0 } }),
    ]);
    const wasDecided = decided.status === "fulfilled" && decided.value.decided.length === 1;
    const wasEdited = edited.status === "fulfilled";
    expect([wasDecided, wasEdited].filter(Boolean)).toHaveLength(1);
    const [row] = await capabilityWindow(ada, reviewId, [rows[0]!.number]);
    expect(row?.decision).toBe(wasDecided ? "remove" : "accept");
  });

  it("asks no missing limit why it is needed, and takes the justification away with any other decision", async () => {
    const { reviewId, rows } = await reviewWith(["Socket"]);
    const limit = await addCapability(ada, reviewId, {
      title: "No pids limit",
      executorId: null,
      class: "missing-limit",
      group: "resources",
    });
    const both = [...rows, limit].map(({ id }) => ({ id, version: 0 }));
    const needed = await decideCapabilities(ada, reviewId, {
      target: { rows: both },
      decision: "needed",
      justification: { purpose: "The broker talks over it." },
    });
    expect(needed).toMatchObject({ decided: [rows[0]!.number], skipped: 1 });
    await decideCapabilities(ada, reviewId, {
      target: { rows: [{ id: rows[0]!.id, version: needed.seq! }] },
      decision: "layer",
      layer: "nsjail",
    });
    const [row] = await capabilityWindow(ada, reviewId, [rows[0]!.number]);
    expect(row).toMatchObject({ decision: "layer", layer: "nsjail", justificationId: null });
  });

  it("decides all that are alike, and takes a decision back", async () => {
    const { reviewId, rows, seq } = await reviewWith(["Socket", "Socket"], { catalogueId: "host-path-rw" });
    const decided = await decideCapabilities(ada, reviewId, {
      target: { alike: rows[0]!.id, seen: seq },
      decision: "accept",
    });
    expect(decided.decided).toHaveLength(2);
    const back = await decideCapabilities(ada, reviewId, {
      target: { rows: [{ id: rows[0]!.id, version: decided.seq! }] },
      decision: null,
    });
    expect(back.decided).toEqual([rows[0]!.number]);
    const again = await decideCapabilities(ada, reviewId, {
      target: { rows: [{ id: rows[0]!.id, version: back.seq! }] },
      decision: null,
    });
    expect(again.seq).toBeNull();
  });

  it("is refused to a viewer, and hidden from another workspace", async () => {
    const { reviewId, rows } = await reviewWith(["Socket"]);
    const target = { rows: [{ id: rows[0]!.id, version: 0 }] };
    const viewer = await world.member("Vera", "viewer");
    await expect(decideCapabilities(viewer, reviewId, { target, decision: "remove" })).rejects.toThrow(
      /reviewer/,
    );
    const other = await (await makeWorld(database)).member("Mallory", "admin");
    await expect(decideCapabilities(other, reviewId, { target, decision: "remove" })).rejects.toThrow(
      /no such review/,
    );
    await expect(authorityPage(other, reviewId)).rejects.toThrow(/no such review/);
  });
});

describe("the flat view", () => {
  it("orders, windows and exports the same rows, and a formula is only text", async () => {
    const { reviewId } = await reviewWith(["Zebra", "=HYPERLINK(1)", "apple"]);
    const query = flatQueryOf({ sort: "title", filter: "group:in:data" });
    const { numbers } = await capabilityOrder(ada, reviewId, query);
    const rows = await capabilityWindow(ada, reviewId, numbers);
    expect(rows.map(({ title }) => title)).toEqual(["=HYPERLINK(1)", "apple", "Zebra"]);
    const csv = await capabilitiesCsv(ada, reviewId, query, ["number", "title", "executor"]);
    expect(csv.split("\r\n").slice(0, 3)).toEqual([
      "\uFEFFNo.,Granted capability,Executor",
      `C${rows[0]!.number},'=HYPERLINK(1),X1 Sandbox`,
      `C${rows[1]!.number},apple,X1 Sandbox`,
    ]);
  });
});
