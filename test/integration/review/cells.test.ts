import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventHash, payloadDigest } from "@/lib/audit/chain";
import { newId } from "@/lib/kernel/ids";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { oneRow } from "@/lib/review/server/list-rows";
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

const preview = () => createRow(at.ada, at.reviewId, "entryPoint", { name: value("Preview") });
const edit = (rowId: string, cells: Parameters<typeof editCells>[4], actor = at.ada) =>
  editCells(actor, at.reviewId, "entryPoint", rowId, cells);
const events = () =>
  rowsOf<{ seq: string; type: string; payload: Record<string, unknown> }>(
    database.ownerUrl,
    "select seq, type, payload from event where review_id = $1 order by seq",
    [at.reviewId],
  );

describe("saving a cell", () => {
  it("writes the value and gives the cell the event's seq as its version", async () => {
    const row = await preview();
    const saved = await edit(row.id, { permission: { cell: value("guardrail.write"), version: 0 } });
    expect(saved).toEqual({ id: row.id, seq: 2, versions: { name: 1, permission: 2 } });
    const stored = await oneRow(at.ada, at.reviewId, "entryPoint", row.id);
    expect(stored.permission).toBe("guardrail.write");
    expect(stored.versions).toEqual({ name: 1, permission: 2 });
  });

  it("refuses a stale version with the present value, who wrote it, and when", async () => {
    const row = await preview();
    await edit(row.id, { permission: { cell: value("theirs"), version: 0 } }, at.grace);
    const [, second] = await rowsOf<{ at: Date }>(
      database.ownerUrl,
      "select at from event where review_id = $1 order by seq",
      [at.reviewId],
    );
    const refused = await refusalOf(edit(row.id, { permission: { cell: value("mine"), version: 0 } }));
    expect(refused.code).toBe("conflict");
    expect(refused.extra?.conflict).toEqual({
      field: "permission",
      cell: { state: "value", value: "theirs" },
      version: 2,
      author: { id: at.grace.id, name: "Grace Hopper" },
      at: second?.at.toISOString(),
    });
    expect((await oneRow(at.ada, at.reviewId, "entryPoint", row.id)).permission).toBe("theirs");
  });

  it("lets a person keep theirs by naming the version that the conflict told", async () => {
    const row = await preview();
    await edit(row.id, { permission: { cell: value("theirs"), version: 0 } }, at.grace);
    await edit(row.id, { permission: { cell: value("mine"), version: 2 } });
    expect((await oneRow(at.ada, at.reviewId, "entryPoint", row.id)).permission).toBe("mine");
  });

  it("makes no event and no new version when the cell says so already, however old the version", async () => {
    const row = await preview();
    await edit(row.id, { permission: { cell: value("same"), version: 0 } });
    const again = await edit(row.id, { permission: { cell: value("same"), version: 0 } });
    expect(again.seq).toBeNull();
    expect(again.versions.permission).toBe(2);
    expect(await events()).toHaveLength(2);
  });

  it("does not let a save of one cell be stopped by somebody else's save of another", async () => {
    const row = await preview();
    await edit(row.id, { files: { cell: value("/srv"), version: 0 } }, at.grace);
    const saved = await edit(row.id, { permission: { cell: value("p"), version: 0 } });
    expect(saved.versions).toEqual({ name: 1, files: 2, permission: 3 });
  });

  it("takes two writers of one cell one after the other: one is saved, the other is told", async () => {
    const row = await preview();
    const outcomes = await Promise.allSettled([
      edit(row.id, { permission: { cell: value("ada"), version: 0 } }),
      edit(row.id, { permission: { cell: value("grace"), version: 0 } }, at.grace),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const lost = outcomes.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(lost.reason.problem.code).toBe("conflict");
    expect(await events()).toHaveLength(2);
  });

  it("saves several cells as one event, or none of them when one is stale", async () => {
    const row = await preview();
    await edit(row.id, { notes: { cell: value("n"), version: 0 } });
    const both = {
      permission: { cell: value("p"), version: 0 },
      notes: { cell: value("other"), version: 0 },
    };
    expect((await refusalOf(edit(row.id, both))).code).toBe("conflict");
    expect((await oneRow(at.ada, at.reviewId, "entryPoint", row.id)).permission).toBeNull();
    await edit(row.id, { ...both, notes: { cell: value("other"), version: 2 } });
    expect(await events()).toHaveLength(3);
  });
});

describe("answers that are no value", () => {
  it("keeps unknown and not applicable apart from the column, and takes the value away", async () => {
    const row = await preview();
    await edit(row.id, { crossesBroker: { cell: value("yes"), version: 0 } });
    await edit(row.id, { crossesBroker: { cell: { state: "unknown" }, version: 2 } });
    let stored = await oneRow(at.ada, at.reviewId, "entryPoint", row.id);
    expect([stored.crossesBroker, stored.answers]).toEqual([null, { crossesBroker: { state: "unknown" } }]);
    const reason = "Runs before the broker exists.";
    await edit(row.id, { crossesBroker: { cell: { state: "not-applicable", reason }, version: 3 } });
    stored = await oneRow(at.ada, at.reviewId, "entryPoint", row.id);
    expect(stored.answers).toEqual({ crossesBroker: { state: "not-applicable", reason } });
    await edit(row.id, { crossesBroker: { cell: value("no"), version: 4 } });
    stored = await oneRow(at.ada, at.reviewId, "entryPoint", row.id);
    expect([stored.crossesBroker, stored.answers]).toEqual(["no", {}]);
  });

  it("refuses not applicable without a reason", async () => {
    const row = await preview();
    const cell = { state: "not-applicable", reason: "  " } as const;
    const refused = await refusalOf(edit(row.id, { crossesBroker: { cell, version: 0 } }));
    expect(refused.detail).toContain("Say why it does not apply.");
  });

  it("refuses answers that the cell does not offer", async () => {
    const row = await preview();
    const refused = await refusalOf(edit(row.id, { kind: { cell: { state: "unknown" }, version: 0 } }));
    expect(refused.code).toBe("invalid-input");
  });

  it("takes an empty text and an empty list for no answer, and makes no event of them", async () => {
    const row = await preview();
    const saved = await edit(row.id, {
      notes: { cell: value(""), version: 0 },
      submitters: { cell: value([]), version: 0 },
    });
    expect(saved.seq).toBeNull();
  });

  it("empties a list of choices", async () => {
    const row = await preview();
    await edit(row.id, { submitters: { cell: value(["user", "vendor"]), version: 0 } });
    await edit(row.id, { submitters: { cell: { state: "unset" }, version: 2 } });
    expect((await oneRow(at.ada, at.reviewId, "entryPoint", row.id)).submitters).toEqual([]);
  });
});

describe("texts", () => {
  it.each([
    ["a\u0000b", "NUL"],
    ["half \ud83d", "surrogate"],
  ])("refuses %j with a sentence", async (text, word) => {
    const row = await preview();
    const refused = await refusalOf(edit(row.id, { notes: { cell: value(text), version: 0 } }));
    expect(refused.code).toBe("invalid-input");
    expect(refused.detail).toContain(word);
  });

  it("refuses them in names of new rows and in reasons as well", async () => {
    const named = createRow(at.ada, at.reviewId, "entryPoint", { name: value("a\u0000b") });
    expect((await refusalOf(named)).detail).toContain("NUL");
    const row = await preview();
    const cell = { state: "not-applicable", reason: "half \udc00" } as const;
    expect((await refusalOf(edit(row.id, { files: { cell, version: 0 } }))).detail).toContain("surrogate");
  });

  it("takes 100,000 characters and refuses one more", async () => {
    const row = await preview();
    await edit(row.id, { notes: { cell: value("x".repeat(100_000)), version: 0 } });
    expect((await oneRow(at.ada, at.reviewId, "entryPoint", row.id)).notes).toHaveLength(100_000);
    const refused = await refusalOf(
      edit(row.id, { notes: { cell: value("x".repeat(100_001)), version: 2 } }),
    );
    expect(refused.detail).toContain("longer than 100,000 characters");
  });

  it.each(["🧪👩🏽‍🔬", "معاينة الحارس", "שלום", "e\u0301", "\u200fa\u05d0", "\ttab\nline"])(
    "keeps %j as it is",
    async (text) => {
      const row = await preview();
      await edit(row.id, { notes: { cell: value(text), version: 0 } });
      expect((await oneRow(at.ada, at.reviewId, "entryPoint", row.id)).notes).toBe(text);
    },
  );
});

describe("what turns the direction of text", () => {
  it("is refused, as it would read as something else than it is", async () => {
    const row = await preview();
    const refused = await refusalOf(
      edit(row.id, { notes: { cell: value("Access is \u202edeined\u202c"), version: 0 } }),
    );
    expect(refused.detail).toContain("overrides the direction");
  });
});

describe("references", () => {
  it("leads to a row of this review", async () => {
    const runner = await createRow(at.ada, at.reviewId, "executor", { name: value("Runner") });
    const row = await preview();
    await edit(row.id, { executor: { cell: value(runner.id), version: 0 } });
    expect((await oneRow(at.ada, at.reviewId, "entryPoint", row.id)).executorId).toBe(runner.id);
  });

  it("refuses a row of another review, of another kind and an invented one", async () => {
    const elsewhere = await makeReviewed(database.ownerUrl);
    const foreign = await createRow(elsewhere.ada, elsewhere.reviewId, "executor", { name: value("X") });
    const artifact = await createRow(at.ada, at.reviewId, "artifact", { name: value("Code") });
    const row = await preview();
    for (const id of [foreign.id, artifact.id, newId()]) {
      const refused = await refusalOf(edit(row.id, { executor: { cell: value(id), version: 0 } }));
      expect(refused.detail).toBe("Executor: there is no such executor here.");
    }
    const created = createRow(at.ada, at.reviewId, "entryPoint", {
      name: value("E"),
      executor: value(foreign.id),
    });
    expect((await refusalOf(created)).code).toBe("invalid-input");
  });

  it("refuses what is no id at all", async () => {
    const row = await preview();
    const refused = await refusalOf(edit(row.id, { executor: { cell: value("X1"), version: 0 } }));
    expect(refused.code).toBe("invalid-input");
  });
});

describe("new rows", () => {
  it("need a name, and say so", async () => {
    const refused = await refusalOf(createRow(at.ada, at.reviewId, "entryPoint", {}));
    expect(refused).toMatchObject({
      code: "invalid-input",
      detail: "Entry point: give it a name.",
      fields: [{ pointer: "/cells/name", message: "Give it a name." }],
    });
    const blank = createRow(at.ada, at.reviewId, "entryPoint", { name: value("  ") });
    expect((await refusalOf(blank)).detail).toContain("Give it a name.");
  });

  it("take cells of every kind, other answers included", async () => {
    const row = await createRow(at.ada, at.reviewId, "entryPoint", {
      name: value("Registration"),
      kind: value("register"),
      submitters: value(["user"]),
      files: { state: "unknown" },
      endsOnTimeout: { state: "not-applicable", reason: "Nothing is started." },
    });
    expect(row).toMatchObject({ number: 1, seq: 1, versions: { name: 1, kind: 1, files: 1 } });
    const stored = await oneRow(at.ada, at.reviewId, "entryPoint", row.id);
    expect(stored).toMatchObject({
      kind: "register",
      submitters: ["user"],
      answers: {
        files: { state: "unknown" },
        endsOnTimeout: { state: "not-applicable", reason: "Nothing is started." },
      },
    });
  });

  it("refuse cells that there are not", async () => {
    const refused = await refusalOf(
      createRow(at.ada, at.reviewId, "entryPoint", { name: value("E"), archivedAt: value("now") }),
    );
    expect(refused.detail).toBe("Entry point has no cell named archivedAt.");
    const row = await preview();
    const edited = edit(row.id, { constructor: { cell: value("x"), version: 0 } } as never);
    expect((await refusalOf(edited)).detail).toBe("Entry point has no cell named constructor.");
  });

  it("get numbers without a gap, each letter its own, also when ten come at once", async () => {
    const made = await Promise.all(Array.from({ length: 10 }, preview));
    expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await createRow(at.ada, at.reviewId, "executor", { name: value("X") })).number).toBe(1);
  });
});

describe("events", () => {
  it("say who changed what from what to what", async () => {
    const row = await preview();
    await edit(row.id, { permission: { cell: value("p"), version: 0 } }, at.grace);
    const [, edited] = await events();
    expect(edited).toMatchObject({
      type: "cell.edited",
      payload: {
        changes: [
          {
            op: "update",
            table: "entry_point",
            id: row.id,
            number: 1,
            before: { permission: null },
            after: { permission: "p", versions: { name: 1, permission: 2 } },
          },
        ],
      },
    });
  });

  it("stand in a chain that verifies, whose head the review names", async () => {
    const row = await preview();
    await edit(row.id, { permission: { cell: value("p"), version: 0 } });
    await edit(row.id, { permission: { cell: { state: "unknown" }, version: 2 } });
    const chain = await rowsOf<Record<string, string> & { at: never }>(
      database.ownerUrl,
      "select * from event where review_id = $1 order by seq",
      [at.reviewId],
    );
    let previousHash = "";
    for (const [index, event] of chain.entries()) {
      expect(Number(event.seq)).toBe(index + 1);
      expect(event.previous_hash).toBe(previousHash);
      expect(event.payload_digest).toBe(payloadDigest(event.payload));
      const link = {
        workspaceId: String(event.workspace_id),
        reviewId: at.reviewId,
        seq: index + 1,
        at: (event.at as Date).toISOString(),
        type: String(event.type),
        actorKind: String(event.actor_kind),
        actorId: String(event.actor_id),
        actorName: String(event.actor_name),
        payloadDigest: String(event.payload_digest),
        previousHash,
      };
      expect(event.hash).toBe(eventHash(link));
      previousHash = String(event.hash);
    }
    const [review] = await rowsOf(
      database.ownerUrl,
      "select event_seq, event_hash from review where id = $1",
      [at.reviewId],
    );
    expect(review).toEqual({ event_seq: "3", event_hash: previousHash });
  });

  it("open the first draft with the first edit, and only one", async () => {
    const row = await preview();
    await edit(row.id, { permission: { cell: value("p"), version: 0 } });
    const revisions = await rowsOf(
      database.ownerUrl,
      "select number, state, opened_seq from revision where review_id = $1",
      [at.reviewId],
    );
    expect(revisions).toEqual([{ number: 1, state: "draft", opened_seq: "1" }]);
  });
});
