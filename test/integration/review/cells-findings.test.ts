import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { readSql } from "@/lib/platform/db/transaction";
import { withClient } from "@/lib/platform/postgres/serving-role";
import { csvOf } from "@/lib/report/csv";
import type { Cell } from "@/lib/review/cell";
import { REACH_FIELDS } from "@/lib/review/entry-point-sheet";
import { reachOf } from "@/lib/review/reach";
import { setArchived } from "@/lib/review/server/archive-row";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { rowHistory } from "@/lib/review/server/entry-points-history";
import { entryPointSheet } from "@/lib/review/server/entry-points-query";
import { entryPointTable } from "@/lib/review/sheet-csv";
import { indexContent } from "@/lib/rules/content-index";
import { loadContent } from "@/lib/rules/server/load-slice";
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

const YES = value("yes");
const runner = (more: Record<string, Cell> = {}) =>
  createRow(at.ada, at.reviewId, "executor", {
    name: value("Runner"),
    process: value("runner"),
    account: value("uid 10001"),
    layers: value([{ kind: "container", note: "" }]),
    inheritsSecrets: value("no"),
    applicationProcess: value("no"),
    ...more,
  });
const entry = (executorId: string, more: Record<string, Cell> = {}) =>
  createRow(at.ada, at.reviewId, "entryPoint", {
    name: value("Preview"),
    executor: value(executorId),
    permission: value("guardrail.write"),
    executes: YES,
    crossesBroker: YES,
    ...more,
  });
const findings = async (state = "open") =>
  (
    await rowsOf<{ found: string }>(
      database.ownerUrl,
      `select rule_id || ' ' || target as found from finding
       where review_id = $1 and state = $2 and rule_id <> 'ENT-09' order by 1`,
      [at.reviewId, state],
    )
  ).map(({ found }) => found);

describe("findings follow the cells", () => {
  it("opens a bypass when the broker is not crossed, on the executor, and resolves it when it is", async () => {
    const x = await runner();
    const e = await entry(x.id);
    expect(await findings()).not.toContain(`ENT-01 executor:${x.id}`);
    const cells = (cell: Cell, version: number) =>
      editCells(at.ada, at.reviewId, "entryPoint", e.id, { crossesBroker: { cell, version } });
    const { seq } = await cells(value("no"), e.versions.crossesBroker!);
    expect(await findings()).toContain(`ENT-01 executor:${x.id}`);
    const [event] = await rowsOf<{ payload: { findings: { opened: { ruleId: string }[] } } }>(
      database.ownerUrl,
      "select payload from event where review_id = $1 and seq = $2",
      [at.reviewId, seq],
    );
    expect(event?.payload.findings.opened).toMatchObject([{ ruleId: "ENT-01", target: `executor:${x.id}` }]);
    await cells(YES, seq!);
    expect(await findings()).not.toContain(`ENT-01 executor:${x.id}`);
    expect(await findings("resolved")).toContain(`ENT-01 executor:${x.id}`);
    const again = await editCells(at.ada, at.reviewId, "entryPoint", e.id, {
      crossesBroker: { cell: value("no"), version: seq! + 1 },
    });
    expect(again.seq).toBe(seq! + 2);
    expect(await findings()).toContain(`ENT-01 executor:${x.id}`);
    expect(
      await rowsOf(database.ownerUrl, "select 1 from finding where rule_id = 'ENT-01' and review_id = $1", [
        at.reviewId,
      ]),
    ).toHaveLength(1);
  });

  it("names a blank row once, and nothing of it once all is answered", async () => {
    const x = await runner();
    const e = await createRow(at.ada, at.reviewId, "entryPoint", { name: value("Preview") });
    expect((await findings()).filter((found) => found.endsWith(e.id))).toEqual([`ENT-02 entry:${e.id}`]);
    await editCells(at.ada, at.reviewId, "entryPoint", e.id, {
      permission: { cell: value("p"), version: 0 },
      executor: { cell: value(x.id), version: 0 },
      crossesBroker: { cell: YES, version: 0 },
      executes: { cell: YES, version: 0 },
    });
    expect((await findings()).filter((found) => found.endsWith(e.id))).toEqual([]);
  });

  it("moves a bypass from one executor to the other with the entry point", async () => {
    const [x1, x2] = [await runner(), await runner()];
    const e = await entry(x1.id, { crossesBroker: value("no") });
    await editCells(at.ada, at.reviewId, "entryPoint", e.id, {
      executor: { cell: value(x2.id), version: e.versions.executor! },
    });
    const open = await findings();
    expect(open).toContain(`ENT-01 executor:${x2.id}`);
    expect(open).not.toContain(`ENT-01 executor:${x1.id}`);
  });

  it("takes an archived entry point's finding away and brings it back with the row", async () => {
    const x = await runner();
    const e = await entry(x.id, { crossesBroker: value("no") });
    await setArchived(at.ada, at.reviewId, "entryPoint", e.id, true);
    expect(await findings()).not.toContain(`ENT-01 executor:${x.id}`);
    await setArchived(at.ada, at.reviewId, "entryPoint", e.id, false);
    expect(await findings()).toContain(`ENT-01 executor:${x.id}`);
  });

  it("sees a change of the artifact's submitters on the entry points that say nothing of their own", async () => {
    const x = await runner({ inheritsSecrets: YES });
    const a = await createRow(at.ada, at.reviewId, "artifact", {
      name: value("Code"),
      submitters: value(["administrator"]),
    });
    const e = await entry(x.id, { artifact: value(a.id) });
    expect(await findings()).not.toContain(`ENT-05 entry:${e.id}`);
    await editCells(at.ada, at.reviewId, "artifact", a.id, {
      submitters: { cell: value(["anonymous"]), version: a.versions.submitters! },
    });
    expect(await findings()).toContain(`ENT-05 entry:${e.id}`);
  });
});

/** Grants as an import would leave them: one of the executor, one of its pod, one gone, one archived. */
async function grantTo(executorId: string): Promise<void> {
  const rows = [
    { title: "Secret DATABASE_URL", group: "credentials", executor: executorId, severity: "high" },
    { title: "Kubernetes API token", group: "credentials", executor: null, severity: "critical" },
    { title: "Volume /srv", group: "data", executor: executorId, severity: "medium" },
    { title: "Volume of last year", group: "data", executor: executorId, severity: "high", closed: true },
    { title: "Volume by hand", group: "data", executor: executorId, severity: "high", archived: true },
    { title: "Any destination", group: "network", executor: executorId, severity: "high" },
  ];
  await withClient(database.ownerUrl, async (client) => {
    await client.query(
      "update executor set workload = 'Deployment/app', container = 'runner' where id = $1",
      [executorId],
    );
    for (const [index, row] of rows.entries()) {
      await client.query(
        `insert into capability (workspace_id, review_id, id, number, executor_id, workload, class, "group", family, anchor, catalogue_id, severity, title, closed_at, archived_at)
         values ($1, $2, $3, $4, $5, $6, 'grant', $7, 'f', 'a', 'c', $8, $9, $10, $11)`,
        [
          at.workspaceId,
          at.reviewId,
          newId(),
          index + 1,
          row.executor,
          row.executor ? null : "Deployment/app",
          row.group,
          row.severity,
          row.title,
          row.closed ? new Date() : null,
          row.archived ? new Date() : null,
        ],
      );
    }
  });
}

describe("the worksheet", () => {
  it("adds up what an executor reaches, its pod's grants included, and nothing that is gone", async () => {
    const x = await runner();
    await entry(x.id);
    await grantTo(x.id);
    const { reach } = await entryPointSheet(at.ada, at.reviewId);
    const groups = Object.fromEntries(reach[x.id]!.groups.map((group) => [group.group, group]));
    expect(reach[x.id]).toMatchObject({
      files: { titles: ["Volume /srv"], count: 1 },
      credentials: { titles: ["Kubernetes API token", "Secret DATABASE_URL"], count: 2 },
      network: { titles: ["Any destination"], count: 1 },
    });
    expect(groups.credentials).toEqual({
      group: "credentials",
      grants: 2,
      missingLimits: 0,
      undecided: 2,
      worst: "critical",
      titles: ["Kubernetes API token", "Secret DATABASE_URL"],
    });
    expect(groups.data).toMatchObject({ grants: 1, titles: ["Volume /srv"], worst: "medium" });
    expect(Object.keys(groups).sort()).toEqual(["credentials", "data", "network"]);
  });

  it("reaches what the rules say that an executor reaches, each cause once", async () => {
    const x = await runner({ inheritsSecrets: YES });
    await grantTo(x.id);
    await withClient(database.ownerUrl, async (client) => {
      const told = [
        ["host-path", "host-path-rw", "/var/run/docker.sock", "data"],
        ["runtime-socket", "runtime-socket", "/var/run/docker.sock", "data"],
        ["host-path", "host-path-ro", "/opt", "data"],
        ["egress", "egress-any", "", "network"],
        ["egress", "egress-dns-any", "", "network"],
        ["image-mutable", "image-mutable", "", "data"],
        ["secret-volume", "secret-volume", "/keys", "data"],
      ];
      for (const [at_, [family, id, anchor, group]] of told.entries())
        await client.query(
          `insert into capability (workspace_id, review_id, id, number, executor_id, class, "group", family, anchor, catalogue_id, severity, title)
           values ($1, $2, $3, $4, $5, 'grant', $6, $7, $8, $9, 'high', $10)`,
          [
            at.workspaceId,
            at.reviewId,
            newId(),
            100 + at_,
            x.id,
            group,
            family,
            anchor,
            id,
            `${id} ${anchor}`,
          ],
        );
    });
    const content = await readSql(at.ada, (sql) => loadContent(sql, at.reviewId));
    const told = reachOf(content.executors[0]!, indexContent(content));
    const { reach } = await entryPointSheet(at.ada, at.reviewId);
    for (const field of REACH_FIELDS) {
      expect(reach[x.id]?.[field]?.count, field).toBe(told[field].length);
      const texts = told[field].map(({ text }) => text);
      for (const title of reach[x.id]?.[field]?.titles ?? []) expect(texts).toContain(title);
    }
    expect(reach[x.id]?.files?.count).toBe(3);
    expect(reach[x.id]?.credentials?.titles[0]).toBe("The application's secrets");
  });

  it("shows a bypass on the executor and on each entry point that it lists", async () => {
    const x = await runner();
    const [e1, e2] = [
      await entry(x.id, { crossesBroker: value("no") }),
      await entry(x.id, { crossesBroker: value("no") }),
    ];
    const { findings: found, rules, seq } = await entryPointSheet(at.ada, at.reviewId);
    const bypass = found.find(({ ruleId }) => ruleId === "ENT-01");
    expect(bypass?.rows.sort()).toEqual([`executor:${x.id}`, `entry:${e1.id}`, `entry:${e2.id}`].sort());
    expect(rules["ENT-01"]?.resolve.length).toBeGreaterThan(0);
    expect(seq).toBe(3);
  });

  it("answers 404 for a review of another workspace", async () => {
    const { ada } = await makeReviewed(database.ownerUrl);
    expect((await refusalOf(entryPointSheet(ada, at.reviewId))).code).toBe("not-found");
    expect((await refusalOf(rowHistory(ada, at.reviewId, "entryPoint", newId()))).code).toBe("not-found");
  });

  it("is exported with derived reach, words of choices, and formulas as text", async () => {
    const x = await runner({ name: value("=Runner") });
    await entry(x.id, { name: value("=1+1"), kind: value("preview"), files: { state: "unknown" } });
    await grantTo(x.id);
    const sheet = await entryPointSheet(at.ada, at.reviewId);
    const { header, rows } = entryPointTable(sheet, {
      rows: [1],
      columns: ["name", "kind", "executor", "credentials", "files"],
    });
    expect(csvOf(header, rows)).toBe(
      "\uFEFFNo.,Entry point,Kind,Executor,Files reached,Files reached by the executor's authority,Credentials reached,Credentials reached by the executor's authority\r\n" +
        "E1,'=1+1,Preview,'=Runner (X1),Unknown,Volume /srv,,\"Kubernetes API token, Secret DATABASE_URL\"\r\n",
    );
  });

  it("tells what happened to a row, the newest first", async () => {
    const x = await runner();
    const e = await entry(x.id);
    await editCells(at.grace, at.reviewId, "entryPoint", e.id, { notes: { cell: value("n"), version: 0 } });
    const history = await rowHistory(at.ada, at.reviewId, "entryPoint", e.id);
    expect(history.map(({ seq, type, actor }) => [seq, type, actor.name])).toEqual([
      [3, "cell.edited", "Grace Hopper"],
      [2, "row.created", "Ada Lovelace"],
    ]);
    expect(history[0]).toMatchObject({ before: { notes: null }, after: { notes: "n" } });
    expect(history[1]?.before).toBeNull();
  });
});
