import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { viewInvitation } from "@/lib/identity/server/accept-invitation";
import { invitationHash } from "@/lib/identity/server/invite-member";
import { newId } from "@/lib/kernel/ids";
import { type Installation, installation, PASSWORD } from "./installation";

let here: Installation;
let ada: Actor;
beforeEach(async () => {
  here = await installation();
  ada = await here.firstAdmin();
});
afterEach(() => here.database.drop());

const invite = async (email = "bob@example.org", more = {}) =>
  (await here.ask("POST", "/invitations", { as: ada, body: { email, role: "reviewer", ...more } })).body;
const accept = (token: string, name = "Bob", password = PASSWORD) =>
  here.ask("POST", "/invitations/accept", { body: { token, name, password } });

describe("an invitation", () => {
  it("works once, however many accept at the same time", async () => {
    const { token } = await invite();
    const answers = await Promise.all([
      accept(token, "Bob One"),
      accept(token, "Bob Two"),
      accept(token, "Bob Three"),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await here.owner("select count(*)::int as n from member where email = 'bob@example.org'")).toEqual(
      [{ n: 1 }],
    );
  });

  it("works once in the database too, where two processes meet", async () => {
    const { token } = await invite();
    const clients = [1, 2].map(() => new Client({ connectionString: here.database.appUrl }));
    await Promise.all(clients.map((client) => client.connect()));
    const [first, second] = clients as [Client, Client];
    const take = (client: Client) =>
      client.query("select * from accept_invitation($1, $2, $3, 'Bob', 'hash')", [
        invitationHash(token),
        newId(),
        newId(),
      ]);
    await first.query("begin");
    expect((await take(first)).rowCount).toBe(1);
    // The second waits for the first one's row lock, and then finds the invitation taken.
    const waiting = take(second);
    await first.query("commit");
    expect((await waiting).rowCount).toBe(0);
    await Promise.all(clients.map((client) => client.end()));
  });

  it("is looked at without being used, and stored as a hash only", async () => {
    const made = await invite();
    expect(made.token).toMatch(/^[\w-]{43}$/);
    expect(made.path).toBe(`/invite/${made.token}`);
    for (let i = 0; i < 2; i++)
      expect(await viewInvitation(made.token)).toMatchObject({
        state: "open",
        isKnown: false,
        invitedBy: "Ada Admin",
      });
    expect(JSON.stringify(await here.owner("select * from invitation"))).not.toContain(made.token);
    expect(JSON.stringify(await here.owner("select * from event"))).not.toContain(made.token);
    const listed = await here.ask("GET", "/invitations", { as: ada });
    expect(JSON.stringify(listed.body)).not.toContain(made.token);
  });

  it("expires, is revoked, and is replaced by a newer one, each with its sentence", async () => {
    const expired = await invite("eve@example.org");
    await here.owner("update invitation set expires_at = now() where id = $1", [expired.id]);
    expect((await accept(expired.token)).body.detail).toContain("has expired");
    const revoked = await invite("carl@example.org");
    expect((await here.ask("DELETE", `/invitations/${revoked.id}`, { as: ada })).status).toBe(204);
    expect((await accept(revoked.token)).body.detail).toContain("used or revoked");
    const older = await invite();
    const newer = await invite("bob@example.org", { role: "viewer" });
    expect((await accept(older.token)).status).toBe(409);
    expect((await accept(newer.token)).status).toBe(200);
    expect((await accept("no such token")).status).toBe(404);
    expect((await here.ask("DELETE", `/invitations/${newer.id}`, { as: ada })).body.detail).toContain(
      "has accepted",
    );
  });

  it("is refused for somebody who is a member, and by whoever is no admin", async () => {
    const bob = await here.joined(ada, "Bob", "approver");
    expect((await invite(bob.email)).detail).toContain("is a member already, as approver");
    const body = { email: "eve@example.org", role: "admin" };
    expect((await here.ask("POST", "/invitations", { as: bob, body })).status).toBe(403);
    expect((await here.ask("GET", "/invitations", { as: bob })).status).toBe(403);
  });

  it("puts the new member on the systems it names, of this workspace only", async () => {
    const [system, foreign] = [newId(), newId()];
    const gus = await here.otherWorkspace();
    for (const [id, actor] of [
      [system, ada],
      [foreign, gus],
    ] as const)
      await here.owner(
        "insert into system (workspace_id, id, name, visibility, created_by_id) values ($1, $2, 'Notebooks', 'restricted', $3)",
        [actor.workspaceId, id, actor.id],
      );
    expect((await invite("bob@example.org", { systemIds: [foreign] })).fields[0].pointer).toBe("/systemIds");
    const { token, systems } = await invite("bob@example.org", { role: "contributor", systemIds: [system] });
    expect(systems).toEqual([{ id: system, name: "Notebooks" }]);
    const { memberId } = (await accept(token)).body;
    expect(await here.owner("select system_id, member_id from system_member")).toEqual([
      { system_id: system, member_id: memberId },
    ]);
  });

  it("asks a new person for a name and a good password", async () => {
    const { token } = await invite();
    expect(
      (await here.ask("POST", "/invitations/accept", { body: { token, password: PASSWORD } })).body.fields,
    ).toEqual([{ pointer: "/name", message: "Enter your name, as it will stand under decisions." }]);
    expect((await accept(token, "Bob", "bob@example.org")).body.fields[0].pointer).toBe("/password");
    expect((await accept(token, "Bob", "password1234")).body.detail).toContain("first passwords");
    expect((await accept(token)).status).toBe(200);
  });
});
