import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSql } from "@/lib/platform/db/transaction";
import { withClient } from "@/lib/platform/postgres/serving-role";
import type { RowChange } from "@/lib/review/change";
import type { ReviewContent } from "@/lib/review/content";
import { dayOf } from "@/lib/review/day";
import { dirtyTargets } from "@/lib/rules/dirty-targets";
import { evaluateTargets } from "@/lib/rules/engine";
import { rulesOf, seedsOfChanges, seedsOfTargets } from "@/lib/rules/seeds";
import { loadContent, loadSlice, loadSliceWithFindings } from "@/lib/rules/server/load-slice";
import { sliceOf } from "@/lib/rules/slice";
import { type FreshDatabase, freshDatabase } from "@/test/support/fresh-database";
import { anyContent, anyEdit, applyEdit } from "@/test/unit/rules/random-content";

const actor = { workspaceId: randomUUID() };
const member = {
  id: randomUUID(),
  personId: randomUUID(),
  email: "ada@example.com",
  name: "Ada",
  role: "reviewer",
};
let database: FreshDatabase;
let contents: ReviewContent[];

beforeAll(async () => {
  database = await freshDatabase();
  const generated = fc.sample(anyContent, { numRuns: 12, seed: 20261130 });
  const moment = { today: dayOf(new Date()), warningDays: 30, ended: null };
  contents = generated.map((content, at) => ({ ...withUuids(content, at), moment }));
  await withClient(database.ownerUrl, async (client) => {
    await insert(client, "workspace", { id: actor.workspaceId, name: "Acme" });
    await insert(client, "person", { id: member.personId, email: member.email, passwordHash: "x" });
    await insert(client, "member", { ...actor, ...member });
    const systemId = randomUUID();
    await insert(client, "system", { ...actor, id: systemId, name: "Guardrails", createdById: member.id });
    for (const content of contents) await store(client, content, systemId);
  });
});
afterAll(() => database.drop());

const load = (content: ReviewContent) => readSql(actor, (sql) => loadContent(sql, content.review.id));

/** What only an editor, an import or a row's own page asks of a capability is not loaded with the whole. */
const withoutEditing = (content: ReviewContent): ReviewContent => ({
  ...content,
  capabilities: content.capabilities.map((row) => ({
    ...row,
    key: null,
    versions: {},
    grant: row.grant && { ...row.grant, catalogueId: "", document: null, pointer: null },
  })),
});

describe("loading a review's content", () => {
  it("gives every row in the words of the content, with plain numbers and ISO times", async () => {
    for (const content of contents) expect(await load(content)).toEqual(withoutEditing(content));
  });

  it("shows nothing of it to another workspace", async () => {
    const other = { workspaceId: randomUUID() };
    const reviewId = contents[0]!.review.id;
    await expect(readSql(other, (sql) => loadContent(sql, reviewId))).rejects.toMatchObject({
      problem: { code: "not-found" },
    });
    await expect(readSql(other, (sql) => loadSlice(sql, reviewId, ["review"]))).rejects.toMatchObject({
      problem: { code: "not-found" },
    });
  });

  it("takes the widest grant of the newest configurations, and of equals the one attached last", async () => {
    const content = contents.find((one) => one.capabilities.some((row) => row.grant !== null))!;
    const row = content.capabilities.find((one) => one.grant !== null)!;
    await withClient(database.ownerUrl, async (client) => {
      const add = async (number: number, more: Record<string, unknown>, severity: string) => {
        const id = randomUUID();
        await insert(client, "configuration", { ...configuration(content, id, number), ...more });
        await insert(client, "capability_grant", {
          ...grantRow(content, row.id, id),
          severity,
          target: `of ${number}`,
        });
      };
      await add(2, { environment: "staging", attachedAt: "2026-11-29T10:00:00Z" }, "critical");
      await add(3, { environment: "test", attachedAt: "2026-11-29T11:00:00Z" }, "critical");
      await add(4, { environment: "test", attachedAt: "2026-11-29T12:00:00Z", isNewest: false }, "critical");
    });
    const loaded = await load(content);
    expect(loaded.capabilities.find((one) => one.id === row.id)?.grant).toMatchObject({
      severity: "critical",
      target: "of 3",
    });
    await withClient(database.ownerUrl, async (client) => {
      await client.query("delete from capability_grant where target like 'of %'");
      await client.query("delete from configuration where review_id = $1 and number > 1", [
        content.review.id,
      ]);
    });
  });
});

describe("loading a slice", () => {
  it("gives for every change the rows that the definition names, and so the same findings", async () => {
    for (const content of contents) {
      for (const edit of fc.sample(anyEdit, { numRuns: 40, seed: content.review.number })) {
        // The rows stand as they would after the change; what they were before is in the change.
        const changes = withIds(applyEdit(content, edit).changes, content).filter(isUpdate);
        const loaded = await readSql(actor, (sql) => loadSlice(sql, content.review.id, changes));
        const defined = sliceOf(content, seedsOfChanges(changes));
        expect(loaded).toEqual(defined);
        const targets = dirtyTargets(changes, loaded);
        const rules = rulesOf(changes);
        expect(evaluateTargets(loaded, targets, rules)).toEqual(evaluateTargets(content, targets, rules));
      }
    }
  });

  it("brings the stored findings of every target that a change can touch", async () => {
    const [content] = contents;
    const all = content as ReviewContent;
    const lists = { artifact: all.artifacts, entry: all.entryPoints, executor: all.executors };
    const more = { capability: all.capabilities, justification: all.justifications, risk: all.risks };
    const targets = Object.entries({ ...lists, ...more }).flatMap(([kind, rows]) =>
      rows.map(({ id }) => `${kind}:${id}`),
    );
    await withClient(database.ownerUrl, async (client) => {
      for (const [at, target] of ["review", ...targets].entries()) {
        await insert(client, "finding", {
          ...actor,
          reviewId: all.review.id,
          id: randomUUID(),
          number: at + 1,
          ruleId: "ENT-01",
          target,
          severity: "high",
          reason: "Because.",
          lists: [],
          state: "open",
          openedSeq: 1,
          changedSeq: 1,
        });
      }
    });
    for (const edit of fc.sample(anyEdit, { numRuns: 300, seed: 7 })) {
      const changes = withIds(applyEdit(all, edit).changes, all).filter(isUpdate);
      const { slice, stored } = await readSql(actor, (sql) =>
        loadSliceWithFindings(sql, all.review.id, changes),
      );
      if (!stored) continue;
      const brought = new Set(stored.map(({ target }) => target));
      const known = new Set(["review", ...targets]);
      const dirty = dirtyTargets(changes, slice).filter((target) => known.has(target));
      expect(dirty.filter((target) => !brought.has(target))).toEqual([]);
    }
  });

  it("gives for targets the rows that the definition names", async () => {
    const [content] = contents;
    const rows: [string, { id: string }[]][] = [
      ["artifact", content!.artifacts],
      ["entry", content!.entryPoints],
      ["executor", content!.executors],
      ["capability", content!.capabilities],
      ["justification", content!.justifications],
      ["risk", content!.risks],
    ];
    const targets = ["review", ...rows.flatMap(([kind, list]) => list.map(({ id }) => `${kind}:${id}`))];
    for (const target of targets) {
      const loaded = await readSql(actor, (sql) => loadSlice(sql, content!.review.id, [target]));
      expect(loaded).toEqual(sliceOf(content!, seedsOfTargets([target])));
    }
  });
});

const isUpdate = (change: RowChange) => change.op === "update" || change.table === "capability_grant";

/** Ids of the random content are short ("X1"); in the database they are UUIDs, another one a review. */
const uuidOf = (letter: string, number: string, review: number): string =>
  `0193${review.toString(16).padStart(4, "0")}-0000-7000-8000-${letter.charCodeAt(0).toString(16).padStart(4, "0")}${number.padStart(8, "0")}`;

function withIds<T>(value: T, content: ReviewContent): T {
  const text = JSON.stringify(value).replaceAll(/"([AXECJRG])(\d+)"/g, (_, letter, number) => {
    return `"${uuidOf(letter, number, content.review.number)}"`;
  });
  return JSON.parse(text) as T;
}

function withUuids(generated: ReviewContent, at: number): ReviewContent {
  const review = { ...generated.review, id: randomUUID(), number: at + 1 };
  const content = withIds({ ...generated, review }, { ...generated, review });
  return {
    ...content,
    kindAnswers: content.kindAnswers
      .map((answer) => ({ ...answer, id: randomUUID() }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    risks: content.risks.map((row) => ({ ...row, ownerId: row.ownerId && member.id, covers: null })),
    capabilities: content.capabilities.map((row) => ({
      ...row,
      versions: { decision: 7 },
      grant: row.closedAt === null ? row.grant : null,
    })),
  };
}

async function store(client: Client, content: ReviewContent, systemId: string): Promise<void> {
  const { review } = content;
  const of = { ...actor, reviewId: review.id };
  await insert(client, "review", { ...actor, systemId, createdById: member.id, ...review });
  for (const row of content.artifacts) await insert(client, "artifact", { ...of, ...row });
  for (const row of content.executors) await insert(client, "executor", { ...of, ...row });
  for (const row of content.entryPoints) await insert(client, "entry_point", { ...of, ...row });
  for (const row of content.justifications) await insert(client, "justification", { ...of, ...row });
  for (const row of content.kindAnswers) await insert(client, "kind_answer", { ...of, ...row });
  for (const row of content.risks) await insert(client, "risk", { ...of, ...row });
  for (const row of content.configurations) {
    await insert(client, "configuration", { ...configuration(content, row.id, row.number), ...row });
  }
  for (const { grant, ...row } of content.capabilities) {
    await insert(client, "capability", { ...of, ...row });
    if (grant)
      await insert(client, "capability_grant", {
        ...of,
        capabilityId: row.id,
        authority: "configuration",
        ...grant,
      });
  }
}

const configuration = (content: ReviewContent, id: string, number: number) => ({
  ...actor,
  reviewId: content.review.id,
  id,
  number,
  environment: "production",
  provenance: "captured",
  format: "kubernetes",
  configDigest: "sha256:c",
  authorityDigest: "sha256:a",
  catalogueVersion: "1",
  files: [],
  workloads: [],
  bounds: [],
  tuples: [],
  notes: [],
  attachedById: member.id,
});

const grantRow = (content: ReviewContent, capabilityId: string, configurationId: string) => ({
  ...actor,
  reviewId: content.review.id,
  capabilityId,
  configurationId,
  catalogueId: "host-path-rw",
  access: "read-write",
  extent: [],
  origin: "explicit",
  authority: "configuration",
  explanation: "It writes.",
  limits: [],
});

const JSON_COLUMNS = new Set([
  ..."answers versions layers coveredAtWriting files workloads bounds tuples notes".split(" "),
]);

/** Inserts a row as the owner; `notes` is JSON of a configuration and text elsewhere. */
async function insert(client: Client, table: string, row: Record<string, unknown>): Promise<void> {
  const fields = Object.keys(row);
  const columns = fields.map(
    (field) => `"${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`,
  );
  const values = fields.map((field) => {
    const value = row[field];
    if (field === "submitters" || field === "covers") return value ?? [];
    const isJson = JSON_COLUMNS.has(field) && value !== null && typeof value === "object";
    return isJson ? JSON.stringify(value) : value;
  });
  const places = fields.map((_, at) => `$${at + 1}`);
  await client.query(`insert into ${table} (${columns.join(", ")}) values (${places.join(", ")})`, values);
}
