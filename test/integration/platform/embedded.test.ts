import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type EmbeddedPostgres, reachEmbedded, startEmbedded } from "@/lib/platform/postgres/embedded";
import { ensureServingRole, withClient } from "@/lib/platform/postgres/serving-role";

let home: string;
let running: EmbeddedPostgres | null = null;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "cordon-embedded-"));
  await chmod(home, 0o755);
});
afterEach(async () => {
  await running?.stop();
  running = null;
  await rm(home, { recursive: true, force: true });
});

const start = async () => {
  running = await startEmbedded(home, { fsync: "off" });
  return running;
};

const ask = (url: string, sql: string) => withClient(url, async (client) => (await client.query(sql)).rows);

it("speaks UTF-8 with a locale that every machine has, on a socket only, to those with a password", async () => {
  const postgres = await start();
  const url = postgres.url("postgres");
  expect(
    await ask(
      url,
      `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale,
              current_setting('listen_addresses') AS addresses, current_setting('password_encryption') AS passwords
         FROM pg_database WHERE datname = 'postgres'`,
    ),
  ).toEqual([
    { encoding: "UTF8", provider: "b", locale: "C.UTF-8", addresses: "", passwords: "scram-sha-256" },
  ]);
  await expect(ask(postgres.urlFor("postgres", "cordon_owner", "guess"), "SELECT 1")).rejects.toThrow(
    /authentication/,
  );
  expect((await stat(join(home, "database-password"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(home, "postgres/data"))).mode & 0o077).toBe(0);
});

it("keeps its data over a SIGKILL of the server, and tells when that happens", async () => {
  const postgres = await start();
  await ask(postgres.url("postgres"), "CREATE TABLE kept AS SELECT 7 AS n");
  const ended = new Promise<void>((done) => postgres.onUnexpectedEnd(done));
  process.kill(postgres.pid(), "SIGKILL");
  await ended;
  await postgres.restart();
  expect(await ask(postgres.url("postgres"), "SELECT n FROM kept")).toEqual([{ n: 7 }]);
});

it("replaces a server that a killed starter left behind", async () => {
  const left = await start();
  await ask(left.url("postgres"), "CREATE TABLE kept AS SELECT 7 AS n");
  const before = left.pid();
  const postgres = await start();
  expect(postgres.pid()).not.toBe(before);
  expect(() => process.kill(before, 0)).toThrow();
  expect(await ask(postgres.url("postgres"), "SELECT n FROM kept")).toEqual([{ n: 7 }]);
});

it("can be reached by another process while it runs, and not afterwards", async () => {
  expect(await reachEmbedded(home)).toBeNull();
  const postgres = await start();
  const reached = await reachEmbedded(home);
  expect(reached?.url("postgres")).toBe(postgres.url("postgres"));
  await postgres.stop();
  expect(await reachEmbedded(home)).toBeNull();
});

it("gives the serving role a new password when the secret was rotated", async () => {
  const postgres = await start();
  const set = (password: string) =>
    withClient(postgres.url("postgres"), (client) => ensureServingRole(client, "serving", password));
  await set("one");
  await set("two");
  await expect(ask(postgres.urlFor("postgres", "serving", "one"), "SELECT 1")).rejects.toThrow(
    /authentication/,
  );
  expect(await ask(postgres.urlFor("postgres", "serving", "two"), "SELECT current_user::text AS me")).toEqual(
    [{ me: "serving" }],
  );
});
