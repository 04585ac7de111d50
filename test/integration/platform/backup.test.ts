import { chmod, mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { backup } from "@/lib/cli/admin/backup";
import type { AdminContext } from "@/lib/cli/admin/context";
import { createUser } from "@/lib/cli/admin/create-user";
import { restore } from "@/lib/cli/admin/restore";
import { verifyEvents } from "@/lib/cli/admin/verify-events";
import { withClient } from "@/lib/platform/postgres/serving-role";
import { type FreshDatabase, freshDatabase, servingRoleOf } from "@/test/support/fresh-database";

let source: FreshDatabase;
let target: FreshDatabase;
let directory: string;
let file: string;

beforeAll(async () => {
  target = await freshDatabase();
  source = await freshDatabase();
  await createUser.run(
    { values: { email: "ada@example.org", name: "Ada", role: "admin" }, positionals: [] },
    contextOf(source, "a long enough password"),
  );
  // What is hard to carry: JSON null, a quote, a newline, a backslash, microseconds, a letter of four bytes.
  await withClient(source.ownerUrl, (client) =>
    client.query(
      `UPDATE workspace SET name = E'a "b"\\n\\\\c, 🙂', settings = 'null', created_at = '2026-01-01 00:00:00.123Z'`,
    ),
  );
});
afterAll(async () => {
  await source.drop();
  await target.drop();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "cordon-backup-"));
  file = join(directory, "backup.gz");
});
afterEach(() => rm(directory, { recursive: true }));

let output = "";

function contextOf(database: FreshDatabase, input = ""): AdminContext {
  output = "";
  const sink = () =>
    new Writable({
      write(chunk, _encoding, done) {
        output += chunk;
        done();
      },
    });
  return {
    database: {
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      role: servingRoleOf(database),
      embedded: null,
    },
    io: {
      stdin: Readable.from([input]),
      stdout: sink(),
      stderr: sink(),
      root: process.cwd(),
      home: "",
      build: "",
    },
    secretCheck: "same",
  };
}

const input = () => ({ values: {}, positionals: [file] });

const contents = (database: FreshDatabase) =>
  withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT 'workspace' AS kind, w::text AS row FROM workspace w UNION ALL SELECT 'person', p::text FROM person p
       UNION ALL SELECT 'member', m::text FROM member m UNION ALL SELECT 'event', e::text FROM event e ORDER BY 1, 2`,
    );
    return rows;
  });

it("carries every row over exactly, with the chain of events intact", async () => {
  expect(await backup.run(input(), contextOf(source))).toBe(0);
  expect(await restore.run(input(), contextOf(target))).toBe(0);
  const carried = await contents(target);
  expect(carried).toEqual(await contents(source));
  expect(carried.map(({ kind }) => kind)).toEqual([
    "event",
    "event",
    "event",
    "member",
    "person",
    "workspace",
  ]);
  expect(await verifyEvents.run({ values: {}, positionals: [] }, contextOf(target))).toBe(0);
  expect(output).toBe("3 events in 1 chains: intact\n");
  // References and triggers are back.
  await withClient(target.ownerUrl, async (client) => {
    await expect(client.query("UPDATE member SET person_id = gen_random_uuid()")).rejects.toMatchObject({
      code: "23503",
    });
    await expect(client.query("DELETE FROM event")).rejects.toThrow("events are final");
  });
});

it("never writes over a file, nor into a database that has something in it", async () => {
  await backup.run(input(), contextOf(source));
  await expect(backup.run(input(), contextOf(source))).rejects.toThrow(/exists already/);
  await expect(restore.run(input(), contextOf(source))).rejects.toThrow(/not empty/);
});

it.each([
  ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 20), /damaged or cut off/],
  [
    "without its last line",
    (bytes: Buffer) => edit(bytes, (lines) => lines.slice(0, -2)),
    /damaged or cut off/,
  ],
  [
    "with a row changed",
    (bytes: Buffer) => edit(bytes, (lines) => lines.map((l) => l.replace("Ada", "Eve"))),
    /damaged/,
  ],
  ["of another kind", () => gzipSync("hello\n"), /is no backup of Cordon/],
  ["not compressed", () => Buffer.from("hello"), /is no backup of Cordon/],
  [
    "of a newer version",
    (bytes: Buffer) =>
      edit(bytes, ([head, ...rest]) => [head!.replace('"version":1', '"version":2'), ...rest]),
    /newer version/,
  ],
  [
    "with a migration of a newer version",
    (bytes: Buffer) =>
      edit(bytes, ([head, ...rest]) => [head!.replace('"migrations":[', '"migrations":["9_new",'), ...rest]),
    /newer version/,
  ],
])("refuses a file that is %s and leaves the database as it was", async (_what, spoil, sentence) => {
  await backup.run(input(), contextOf(source));
  await writeFile(file, spoil(await readFile(file)));
  const empty = await freshDatabase();
  try {
    await expect(restore.run(input(), contextOf(empty))).rejects.toThrow(sentence);
    expect(await contents(empty)).toEqual([]);
  } finally {
    await empty.drop();
  }
});

function edit(bytes: Buffer, change: (lines: string[]) => string[]): Buffer {
  return gzipSync(change(gunzipSync(bytes).toString("utf8").split("\n")).join("\n"));
}

it("tells which event was changed, is missing, or was cut off", async () => {
  const verify = async (spoil: string) => {
    const copy = await freshDatabase();
    try {
      await backup.run(input(), contextOf(source));
      await restore.run(input(), contextOf(copy));
      await rm(file);
      await withClient(copy.ownerUrl, (client) =>
        client.query(
          `ALTER TABLE event DISABLE TRIGGER USER; ${spoil}; ALTER TABLE event ENABLE TRIGGER USER`,
        ),
      );
      expect(await verifyEvents.run({ values: {}, positionals: [] }, contextOf(copy))).toBe(1);
      return output;
    } finally {
      await copy.drop();
    }
  };
  expect(await verify("UPDATE event SET payload = payload || '{\"x\":1}' WHERE seq = 2")).toContain(
    "the content of event 2 was changed",
  );
  expect(await verify("UPDATE event SET actor_id = 'x' WHERE seq = 1")).toContain("event 1 was changed");
  expect(await verify("DELETE FROM event WHERE seq = 2")).toContain("event 2 is missing");
  expect(await verify("DELETE FROM event WHERE seq = 3")).toContain("ends with event 2, but its head is 3");
  expect(await verify("DELETE FROM event")).toContain("its 3 events are missing");
});

it("is nobody else's to read, even where somebody has made the half file beforehand", async () => {
  const half = `${file}.part`;
  await writeFile(half, "", { mode: 0o666 });
  await chmod(half, 0o666);
  const reader = await open(half, "r");
  expect(await backup.run(input(), contextOf(source))).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await reader.stat()).size).toBe(0);
  await reader.close();
});
