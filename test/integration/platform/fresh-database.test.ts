import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "@/lib/platform/postgres/serving-role";
import { type FreshDatabase, freshDatabase } from "@/test/support/fresh-database";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe("the serving role", () => {
  it("owns nothing, may bypass nothing and may make nothing", async () => {
    await withClient(database.appUrl, async (client) => {
      const { rows } = await client.query(
        `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
                (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid) AS owned
           FROM pg_roles WHERE rolname = current_user`,
      );
      expect(rows).toEqual([
        { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0 },
      ]);
      await expect(client.query("CREATE TABLE mine (id int)")).rejects.toMatchObject({ code: "42501" });
    });
  });

  it("cannot read the set-up codes", async () => {
    await withClient(database.appUrl, async (client) => {
      await expect(client.query("SELECT * FROM setup_code")).rejects.toMatchObject({ code: "42501" });
    });
  });
});

it("two databases of one run do not see each other's rows", async () => {
  const other = await freshDatabase();
  try {
    await withClient(other.ownerUrl, (client) =>
      client.query("INSERT INTO setup_code (hash, expires_at) VALUES ('x', now())"),
    );
    await withClient(database.ownerUrl, async (client) => {
      const { rows } = await client.query("SELECT count(*)::int AS n FROM setup_code");
      expect(rows).toEqual([{ n: 0 }]);
    });
  } finally {
    await other.drop();
  }
});
