import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { resetPassword } from "@/lib/identity/server/reset-password";
import { setRole } from "@/lib/identity/server/set-role";
import { signIn } from "@/lib/identity/server/sign-in";
import { systemActor } from "@/lib/platform/actor";
import { refusalOf } from "../review/cells-fixture";
import { facts, type Installation, installation, PASSWORD } from "./installation";

let here: Installation;
let ada: Actor;
beforeEach(async () => {
  here = await installation();
  ada = await here.firstAdmin();
});
afterEach(() => here.database.drop());

describe("a role", () => {
  it("counts from the next request on, for sessions and for tokens", async () => {
    const bob = await here.joined(ada, "Bob", "admin");
    const body = { name: "pipeline", role: "admin", days: 1 };
    const { token } = (await here.ask("POST", "/tokens", { as: bob, body })).body;
    expect((await here.ask("GET", "/invitations", { as: bob })).status).toBe(200);
    expect((await here.ask("GET", "/invitations", { as: token })).status).toBe(200);
    const lowered = await here.ask("PATCH", `/members/${bob.id}`, {
      as: ada,
      body: { role: "viewer", was: "admin" },
    });
    expect(lowered.body.role).toBe("viewer");
    expect((await here.ask("GET", "/invitations", { as: bob })).status).toBe(403);
    expect((await here.ask("GET", "/invitations", { as: token })).status).toBe(403);
    expect((await here.ask("GET", "/session", { as: token })).body.role).toBe("viewer");
  });

  it("is not overwritten when somebody changed it first", async () => {
    const bob = await here.joined(ada, "Bob", "viewer");
    await setRole(ada, bob.id, { role: "approver" });
    const late = await here.ask("PATCH", `/members/${bob.id}`, {
      as: ada,
      body: { role: "reviewer", was: "viewer" },
    });
    expect(late.status).toBe(409);
    expect(late.body.conflict).toEqual({ value: "approver" });
  });

  it("leaves no workspace without an admin, even when two step down at the same time", async () => {
    expect((await refusalOf(setRole(ada, ada.id, { role: "viewer" }))).code).toBe("not-in-this-state");
    expect((await here.ask("DELETE", `/members/${ada.id}`, { as: ada })).status).toBe(409);
    const system = systemActor(ada.workspaceId);
    expect((await refusalOf(setRole(system, ada.id, { role: "viewer" }))).code).toBe("not-in-this-state");
    const bob = await here.joined(ada, "Bob", "admin");
    const both = await Promise.all(
      [ada, bob].map((each) =>
        here.ask("PATCH", `/members/${each.id}`, { as: each, body: { role: "viewer" } }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await here.owner("select count(*)::int as n from member where role = 'admin'")).toEqual([
      { n: 1 },
    ]);
  });

  it("of another workspace's member is not there", async () => {
    const gus = await here.otherWorkspace();
    const answer = await here.ask("PATCH", `/members/${gus.id}`, { as: ada, body: { role: "viewer" } });
    expect(answer.status).toBe(404);
    expect((await here.ask("DELETE", `/members/${gus.id}`, { as: ada })).status).toBe(404);
    expect((await here.ask("POST", `/members/${gus.id}/password-reset`, { as: ada })).status).toBe(404);
  });
});

describe("a removed member", () => {
  it("is out at once, comes back by a new invitation with the password they have, and signs in", async () => {
    const bob = await here.joined(ada, "Bob", "approver");
    const body = { name: "pipeline", role: "viewer", days: 1 };
    const { token } = (await here.ask("POST", "/tokens", { as: bob, body })).body;
    expect((await here.ask("DELETE", `/members/${bob.id}`, { as: ada })).status).toBe(204);
    expect((await here.ask("GET", "/session", { as: bob })).status).toBe(401);
    expect((await here.ask("GET", "/session", { as: token })).status).toBe(401);
    expect((await refusalOf(signIn({ email: bob.email, password: PASSWORD }, facts()))).code).toBe(
      "unauthenticated",
    );
    const invited = await here.ask("POST", "/invitations", {
      as: ada,
      body: { email: bob.email, role: "viewer" },
    });
    const stranger = { token: invited.body.token, name: "Not Bob", password: "a password of a stranger" };
    expect((await here.ask("POST", "/invitations/accept", { body: stranger })).status).toBe(422);
    const back = { token: invited.body.token, password: PASSWORD };
    const joined = await here.ask("POST", "/invitations/accept", { body: back });
    expect(joined.body.memberId).toBe(bob.id);
    expect((await here.ask("GET", "/session", { as: token })).status).toBe(401);
    expect((await here.actorOf(await signIn({ email: bob.email, password: PASSWORD }, facts()))).role).toBe(
      "viewer",
    );
  });
});

describe("a password that an admin reset", () => {
  it("is shown once, ends every session, has to be changed, and holds up signing for a day", async () => {
    const bob = await here.joined(ada, "Bob", "approver");
    const { password } = await resetPassword(ada, bob.id);
    expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    expect((await here.ask("GET", "/session", { as: bob })).status).toBe(401);
    const again = await here.actorOf(await signIn({ email: bob.email, password }, facts()));
    expect(again.session?.mustChangePassword).toBe(true);
    expect((await here.ask("GET", "/members", { as: again })).body.detail).toContain(
      "Choose a new one first",
    );
    const hours = (again.session!.maySignFrom!.getTime() - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    const chosen = { present: password, password: "another four words" };
    const changed = await here.ask("POST", "/account/password", { as: again, body: chosen });
    expect([changed.status, changed.body]).toEqual([200, { sessionsEnded: 0 }]);
    const now = await here.actorOf(again.session!.id);
    expect(now.session).toMatchObject({ mustChangePassword: false, maySignFrom: again.session!.maySignFrom });
    expect(await here.eventsOf(ada)).toContain("member.password-reset");
    const events = JSON.stringify(await here.owner("select payload from event"));
    expect(events).not.toContain(password);
    expect(events).not.toContain("another four words");
  });

  it("revokes the tokens that were made with the old one, and its event says how many", async () => {
    const bob = await here.joined(ada, "Bob", "reviewer");
    const make = async (as: Actor, name: string): Promise<string> =>
      (await here.ask("POST", "/tokens", { as, body: { name, role: "viewer", days: 1 } })).body.token;
    const [first, second, hers] = [await make(bob, "1"), await make(bob, "2"), await make(ada, "3")];
    expect((await here.ask("GET", "/session", { as: first })).status).toBe(200);
    await resetPassword(ada, bob.id);
    for (const token of [first, second])
      expect((await here.ask("GET", "/session", { as: token })).status).toBe(401);
    expect((await here.ask("GET", "/session", { as: hers })).status).toBe(200);
    const [event] = await here.owner<{ payload: object }>(
      "select payload from event where type = 'member.password-reset'",
    );
    expect(event!.payload).toMatchObject({ member: bob.id, sessionsEnded: 1, tokensRevoked: 2 });
  });

  it("is refused for oneself and for members of other workspaces", async () => {
    const bob = await here.joined(ada, "Bob", "viewer");
    const gus = await here.otherWorkspace();
    const invited = await here.ask("POST", "/invitations", {
      as: gus,
      body: { email: bob.email, role: "viewer" },
    });
    await here.ask("POST", "/invitations/accept", {
      body: { token: invited.body.token, password: PASSWORD },
    });
    expect((await refusalOf(resetPassword(ada, bob.id))).detail).toContain("another workspace");
    expect((await refusalOf(resetPassword(ada, ada.id))).detail).toContain("your own password");
    const members = await here.ask("GET", "/members", { as: ada });
    const abilities = Object.fromEntries(
      members.body.items.map((each: { name: string; abilities: string[] }) => [each.name, each.abilities]),
    );
    expect(abilities).toEqual({ "Ada Admin": [], Bob: ["member.set-role", "member.remove"] });
  });
});

describe("one's own password", () => {
  it("needs the present one, is not the same, and ends the other sessions", async () => {
    const bob = await here.joined(ada, "Bob", "viewer");
    const other = await here.actorOf(await signIn({ email: bob.email, password: PASSWORD }, facts()));
    const change = (present: string, password: string) =>
      here.ask("POST", "/account/password", { as: bob, body: { present, password } });
    expect((await change("wrong", "another four words")).body.fields[0].pointer).toBe("/present");
    expect((await change(PASSWORD, PASSWORD)).body.detail).toContain("Choose another");
    expect((await change(PASSWORD, bob.email)).status).toBe(422);
    expect((await change(PASSWORD, "another four words")).body).toEqual({ sessionsEnded: 1 });
    expect((await here.ask("GET", "/session", { as: other })).status).toBe(401);
    expect((await here.ask("GET", "/session", { as: bob })).status).toBe(200);
    expect(await here.eventsOf(ada)).toContain("member.password-changed");
  });
});

it("renames a person and the workspace, and says so in events", async () => {
  expect((await here.ask("PATCH", "/account", { as: ada, body: { name: "Ada King" } })).body.name).toBe(
    "Ada King",
  );
  const renamed = await here.ask("PATCH", "/workspace", { as: ada, body: { name: "Acme Ltd", was: "Acme" } });
  expect(renamed.body.name).toBe("Acme Ltd");
  const late = await here.ask("PATCH", "/workspace", { as: ada, body: { name: "Other", was: "Acme" } });
  expect(late.body.conflict).toEqual({ value: "Acme Ltd" });
  const events = await here.ask("GET", "/workspace/events", { as: ada });
  expect(events.body.items.slice(0, 2).map(({ words }: { words: string }) => words)).toEqual([
    "renamed the workspace from “Acme” to “Acme Ltd”",
    "changed their name from “Ada Admin” to “Ada King”",
  ]);
});

describe("e-mail addresses of others", () => {
  it.each([
    ["viewer", false],
    ["contributor", false],
    ["reviewer", true],
    ["approver", true],
    ["admin", true],
  ] as const)("are shown to a %s: %s", async (role, areShown) => {
    const bob = await here.joined(ada, "Bob", role);
    const { body } = await here.ask("GET", "/members", { as: bob });
    const shown = Object.fromEntries(
      body.items.map((each: { name: string; email: string | null }) => [each.name, each.email]),
    );
    expect(shown).toEqual({ "Ada Admin": areShown ? "ada@example.org" : null, Bob: "bob@example.org" });
  });

  it("are not shown by an admin's token with a lesser role", async () => {
    const body = { name: "names", role: "contributor", days: 1 };
    const { token } = (await here.ask("POST", "/tokens", { as: ada, body })).body;
    await here.joined(ada, "Bob", "viewer");
    expect(JSON.stringify((await here.ask("GET", "/members", { as: token })).body)).not.toContain("bob@");
  });
});
