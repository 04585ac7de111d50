import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { DEFINER_FUNCTIONS } from "@/lib/platform/db/functions";
import { createRow } from "@/lib/review/server/create-row";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let ours: World;
let theirs: World;
let their: { reviewId: string; artifactId: string; actor: Actor };
let our: { reviewId: string; actor: Actor };
let client: Client;

/** Tables that belong to no workspace. The serving role sees nothing in the first two. */
const OF_NO_WORKSPACE = ["person", "setup_code", "_prisma_migrations"];

beforeAll(async () => {
  database = await freshDatabase();
  ours = await makeWorld(database);
  theirs = await makeWorld(database);
  const actor = await theirs.member("Theo Theirs", "admin");
  const { reviewId } = await theirs.review();
  const artifact = await createRow(actor, reviewId, "artifact", {
    name: { state: "value", value: "Secret plan" },
  });
  their = { reviewId, artifactId: artifact.id, actor };
  our = { actor: await ours.member("Olga Ours", "admin"), reviewId: (await ours.review()).reviewId };
  client = new Client({ connectionString: database.appUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Runs SQL as the serving role in our workspace; always rolled back. */
async function asServingRole(
  text: string,
  values: unknown[] = [],
  workspace: string | null = ours.workspaceId,
) {
  await client.query("begin");
  try {
    if (workspace) await client.query("select set_config('app.workspace', $1, true)", [workspace]);
    return await client.query(text, values);
  } finally {
    await client.query("rollback");
  }
}

async function tables(): Promise<string[]> {
  const rows = await ours.owner<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  return rows.map(({ tablename }) => tablename);
}

describe("the serving role", () => {
  test("owns nothing, is no superuser and bypasses nothing", async () => {
    const { rows } = await client.query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
        (select count(*)::int from pg_class where relowner = r.oid) as owned
       from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0 },
    ]);
  });

  test("sees every table of a workspace through row-level security", async () => {
    const rows = await ours.owner<{ relname: string }>(
      "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and not relrowsecurity",
    );
    expect(rows.map(({ relname }) => relname)).toEqual(["_prisma_migrations"]);
  });

  test("sees no row of another workspace, in any table", async () => {
    for (const table of (await tables()).filter((name) => !OF_NO_WORKSPACE.includes(name))) {
      const key = table === "workspace" ? "id" : "workspace_id";
      const { rows } = await asServingRole(`select count(*)::int as n from "${table}" where ${key} <> $1`, [
        ours.workspaceId,
      ]);
      expect([table, rows[0].n]).toEqual([table, 0]);
    }
  });

  test("sees nothing at all while no workspace is set, also on a connection that had one", async () => {
    await asServingRole("select 1");
    const { rows } = await asServingRole("select count(*)::int as n from review", [], null);
    expect(rows[0].n).toBe(0);
  });

  test.each(["person", "setup_code"])("may not read %s", async (table) => {
    await expect(asServingRole(`select * from ${table}`)).rejects.toThrow(/permission denied/);
  });

  test("changes no row of another workspace", async () => {
    const { rowCount } = await asServingRole("update artifact set name = 'mine now' where id = $1", [
      their.artifactId,
    ]);
    expect(rowCount).toBe(0);
  });

  test("puts no row into another workspace", async () => {
    const insert = asServingRole(
      "insert into artifact (workspace_id, review_id, id, number, name) values ($1, $2, gen_random_uuid(), 99, 'planted')",
      [theirs.workspaceId, their.reviewId],
    );
    await expect(insert).rejects.toThrow(/row-level security/);
  });

  test("moves no row of its own into another workspace", async () => {
    await expect(
      asServingRole("update review set workspace_id = $1 where id = $2", [theirs.workspaceId, our.reviewId]),
    ).rejects.toThrow(/row-level security|foreign key/);
  });

  test("makes no reference to another workspace's row", async () => {
    const insert = asServingRole(
      `insert into entry_point (workspace_id, review_id, id, number, name, artifact_id)
       values ($1, $2, gen_random_uuid(), 1, 'E', $3)`,
      [ours.workspaceId, our.reviewId, their.artifactId],
    );
    await expect(insert).rejects.toThrow(/foreign key/);
    const owner = asServingRole(
      "insert into risk (workspace_id, review_id, id, number, title, owner_id) values ($1, $2, gen_random_uuid(), 1, 'R', $3)",
      [ours.workspaceId, our.reviewId, their.actor.id],
    );
    await expect(owner).rejects.toThrow(/foreign key/);
  });

  test("every reference between rows of a workspace carries the workspace", async () => {
    const rows = await ours.owner<{ conname: string }>(
      `select c.conname from pg_constraint c
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace
         and c.confrelid not in ('workspace'::regclass, 'person'::regclass)
         and not exists (select 1 from unnest(c.conkey) k
           join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k where a.attname = 'workspace_id')`,
    );
    expect(rows).toEqual([]);
  });

  test.each([
    ["changed", "update event set type = 'other'"],
    ["deleted", "delete from event"],
    ["truncated", "truncate event"],
  ])("no event is %s", async (_, text) => {
    await expect(asServingRole(text)).rejects.toThrow(/permission denied/);
  });

  test.each(["snapshot", "sign_off", "configuration_file"])(
    "nothing frozen in %s is changed or deleted",
    async (table) => {
      await expect(asServingRole(`update ${table} set review_id = review_id`)).rejects.toThrow(
        /permission denied/,
      );
      await expect(asServingRole(`delete from ${table}`)).rejects.toThrow(/permission denied/);
    },
  );

  test("a captured configuration keeps its digests, a grant stays what it was", async () => {
    await expect(asServingRole("update configuration set config_digest = 'other'")).rejects.toThrow(
      /permission denied/,
    );
    await expect(asServingRole("update capability_grant set severity = 'info'")).rejects.toThrow(
      /permission denied/,
    );
  });

  test("terms of signing off are added to and never changed", async () => {
    await expect(asServingRole("update sign_off_policy set quorum = 1")).rejects.toThrow(/permission denied/);
    await expect(asServingRole("delete from sign_off_policy")).rejects.toThrow(/permission denied/);
  });

  test("a revision goes only where its life goes, and keeps its terms", async () => {
    const set = (what: string) =>
      ours.owner(`update revision set ${what} where review_id = $1`, [our.reviewId]);
    await expect(set("state = 'in-force'")).rejects.toThrow(/does not go from draft to in-force/);
    await set("state = 'submitted', policy_version = '1'");
    await expect(set("policy_version = '2'")).rejects.toThrow(/its terms/);
    await expect(set("state = 'draft'")).rejects.toThrow(/does not go from submitted to draft/);
  });

  test("a closed revision is final, whoever asks", async () => {
    await ours.owner("update revision set state = 'withdrawn' where review_id = $1", [our.reviewId]);
    await expect(
      asServingRole("update revision set state = 'in-force' where review_id = $1", [our.reviewId]),
    ).rejects.toThrow(/closed revisions are final/);
    await expect(
      ours.owner("update revision set number = 9 where review_id = $1", [our.reviewId]),
    ).rejects.toThrow(/final/);
  });

  test("no event changes even for the owner; only its payload can be emptied", async () => {
    await expect(theirs.owner("update event set type = 'other'")).rejects.toThrow(/events are final/);
    await expect(theirs.owner("delete from event")).rejects.toThrow(/events are final/);
    await expect(
      theirs.owner(`update event set payload = '{"erased": true}' where review_id = $1`, [their.reviewId]),
    ).resolves.toEqual([]);
  });

  test("cannot run what the owner runs beyond the closed list of functions", async () => {
    const rows = await ours.owner<{ proname: string }>(
      "select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1",
    );
    expect(rows.map(({ proname }) => proname)).toEqual([...DEFINER_FUNCTIONS].sort());
    const open = await ours.owner<{ proname: string }>(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
       and has_function_privilege('public', oid, 'execute')`,
    );
    expect(open).toEqual([]);
  });
});
