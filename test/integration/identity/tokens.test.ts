import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { createToken } from "@/lib/identity/server/create-token";
import { systemActor } from "@/lib/platform/actor";
import { noteUse } from "@/lib/platform/db/telemetry";
import { MOST_BAD_TOKENS } from "@/lib/platform/http/authenticate";
import { type Installation, installation, PASSWORD } from "./installation";

let here: Installation;
let ada: Actor;
beforeAll(async () => {
  here = await installation();
  ada = await here.firstAdmin();
});
afterAll(() => here.database.drop());

const make = (as: Actor, more = {}) =>
  here.ask("POST", "/tokens", { as, body: { name: "pipeline", role: "viewer", days: 1, ...more } });

describe("a token", () => {
  it("is answered once, 256 bits of it, and kept as a hash", async () => {
    const made = await make(ada);
    expect(made.status).toBe(201);
    expect(made.body.token).toMatch(/^cordon_[\w-]{43}$/);
    expect(made.body.hint).toBe(made.body.token.slice(0, 11));
    const secret = made.body.token.slice(11);
    expect(JSON.stringify(await here.owner("select * from api_token"))).not.toContain(secret);
    expect(JSON.stringify(await here.owner("select * from event"))).not.toContain(secret);
    expect(JSON.stringify((await here.ask("GET", "/tokens", { as: ada })).body)).not.toContain(secret);
  });

  it("says that it has expired, was revoked, or is unknown", async () => {
    const { token, id } = (await make(ada)).body;
    expect((await here.ask("GET", "/session", { as: token })).body.kind).toBe("token");
    await here.owner("update api_token set expires_at = now() where id = $1", [id]);
    const expired = await here.ask("GET", "/session", { as: token });
    expect([expired.status, expired.body.detail]).toEqual([
      401,
      "This token has expired. Make a new one under Account.",
    ]);
    const other = (await make(ada)).body;
    expect((await here.ask("DELETE", `/tokens/${other.id}`, { as: ada })).status).toBe(204);
    expect((await here.ask("GET", "/session", { as: other.token })).body.detail).toContain(
      "unknown or was revoked",
    );
    expect((await here.ask("GET", "/session", { as: `cordon_${"x".repeat(43)}` })).status).toBe(401);
  });

  it("holds at most its owner's role", async () => {
    const bob = await here.joined(ada, "Bob Tokens", "reviewer");
    expect((await make(bob, { role: "approver" })).body.fields[0].pointer).toBe("/role");
    expect((await make(bob, { role: "reviewer" })).status).toBe(201);
  });

  it("makes no token, proves no password, changes no member and no workspace", async () => {
    const { token } = (await make(ada, { role: "admin" })).body;
    const asToken = async (method: string, path: string, body?: unknown) => {
      const { status, body: answer } = await here.ask(method, path, { as: token, body });
      return [status, answer.type];
    };
    const refused = [403, "urn:cordon:problem:reauthentication-required"];
    expect(await asToken("POST", "/tokens", { name: "t", role: "viewer" })).toEqual(refused);
    expect(await asToken("POST", "/session/reauthenticate", { password: PASSWORD })).toEqual(refused);
    expect(await asToken("PATCH", `/members/${ada.id}`, { role: "viewer" })).toEqual(refused);
    expect(await asToken("PATCH", "/workspace", { name: "Mine" })).toEqual(refused);
    expect(await asToken("POST", "/invitations", { email: "e@example.org", role: "admin" })).toEqual(refused);
  });

  it("is seen and revoked by its owner and by admins, and not there for anybody else", async () => {
    const bob = await here.joined(ada, "Bob Owner", "viewer");
    const eve = await here.joined(ada, "Eve Other", "approver");
    const { id } = (await make(bob)).body;
    expect((await here.ask("DELETE", `/tokens/${id}`, { as: eve })).status).toBe(404);
    expect((await here.ask("GET", "/tokens", { as: eve })).body.items).toEqual([]);
    expect((await here.ask("GET", "/tokens?all=true", { as: eve })).status).toBe(403);
    const all = (await here.ask("GET", "/tokens?all=true", { as: ada })).body.items;
    expect(all.map((each: { id: string }) => each.id)).toContain(id);
    expect((await here.ask("DELETE", `/tokens/${id}`, { as: ada })).status).toBe(204);
  });

  it("that somebody else made says so on its owner's page", async () => {
    const bob = await here.joined(ada, "Bob Surprised", "viewer");
    const input = { name: "from the terminal", role: "viewer", days: 1 } as const;
    await createToken(systemActor(ada.workspaceId), input, bob.id);
    const { items } = (await here.ask("GET", "/tokens", { as: bob })).body;
    expect(items[0]).toMatchObject({ name: "from the terminal", madeBy: "whoever runs Cordon" });
  });

  it("notes its last use, at most once a minute", async () => {
    const { id } = (await make(ada)).body;
    const lastUsed = async () =>
      (
        await here.owner<{ at: Date | null }>("select last_used_at as at from api_token where id = $1", [id])
      )[0]!.at;
    const start = Date.now();
    noteUse("token", ada.workspaceId, id, start);
    await expect.poll(lastUsed).not.toBeNull();
    await here.owner("update api_token set last_used_at = null where id = $1", [id]);
    noteUse("token", ada.workspaceId, id, start + 59_999);
    expect(await lastUsed()).toBeNull();
    noteUse("token", ada.workspaceId, id, start + 60_000);
    await expect.poll(lastUsed).not.toBeNull();
  });
});

describe("too many requests", () => {
  it("are counted by member: another token brings no more turns, and the browser keeps its own", async () => {
    const bob = await here.joined(ada, "Bob Eager", "viewer");
    const make = async (as: Actor, name: string): Promise<string> => {
      const made = await here.ask("POST", "/tokens", { as, body: { name, role: "viewer", days: 1 } });
      return made.body.token;
    };
    const [first, second, hers] = [await make(bob, "1"), await make(bob, "2"), await make(ada, "3")];
    for (let turn = 1; turn <= 600; turn++) {
      const { status } = await here.ask("GET", "/session", { as: first });
      expect(status, `turn ${turn}`).toBe(200);
    }
    expect((await here.ask("GET", "/session", { as: second })).status).toBe(429);
    expect((await here.ask("GET", "/session", { as: bob })).status).toBe(200);
    expect((await here.ask("GET", "/session", { as: hers })).status).toBe(200);
  });

  it("with tokens that are none are counted by where they come from", async () => {
    const bob = await here.joined(ada, "Bob Patient", "viewer");
    const body = { name: "t", role: "viewer", days: 1 };
    const good = (await here.ask("POST", "/tokens", { as: bob, body })).body.token;
    const from = "198.51.100.7";
    for (let turn = 1; turn <= MOST_BAD_TOKENS; turn++) {
      const { status } = await here.ask("GET", "/session", { as: `cordon_invented-${turn}`, from });
      expect(status, `turn ${turn}`).toBe(401);
    }
    const refused = await here.ask("GET", "/session", { as: "cordon_invented-again", from });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const elsewhere = await here.ask("GET", "/session", {
      as: "cordon_invented-again",
      from: "198.51.100.8",
    });
    expect(elsewhere.status).toBe(401);
    expect((await here.ask("GET", "/session", { as: good, from })).status).toBe(200);
  });
});
