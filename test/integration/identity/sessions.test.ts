import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { reauthenticate } from "@/lib/identity/server/reauthenticate";
import { signIn } from "@/lib/identity/server/sign-in";
import { actorFromSession } from "@/lib/platform/actor";
import { log } from "@/lib/platform/log";
import { refusalOf } from "../review/cells-fixture";
import { facts, type Installation, installation, PASSWORD } from "./installation";

let here: Installation;
let ada: Actor;
beforeAll(async () => {
  here = await installation();
  ada = await here.firstAdmin();
});
afterAll(() => here.database.drop());

describe("signing in", () => {
  it("opens a session for the right password, whatever the case of the address", async () => {
    const sessionId = await signIn({ email: " ADA@Example.org", password: PASSWORD }, facts());
    expect((await here.actorOf(sessionId)).id).toBe(ada.id);
  });

  it("says the same for a wrong password and an unknown address", async () => {
    const wrong = await refusalOf(signIn({ email: "ada@example.org", password: "no" }, facts()));
    const unknown = await refusalOf(signIn({ email: "nobody@example.org", password: "no" }, facts()));
    expect(wrong).toEqual(unknown);
    expect(wrong.code).toBe("unauthenticated");
  });

  it("takes no more than five wrong tries from one address, and says how long to wait", async () => {
    const bob = await here.joined(ada, "Bob Locked", "viewer");
    const from = facts("192.0.2.1");
    const attempt = (password: string, at = from) => signIn({ email: bob.email, password }, at);
    for (let i = 0; i < 5; i++) expect((await refusalOf(attempt("no"))).code).toBe("unauthenticated");
    const refused = await refusalOf(attempt(PASSWORD));
    expect(refused.code).toBe("rate-limited");
    expect(refused.detail).toBe("The password was wrong too many times. Try again in 5 minutes.");
    expect(refused.extra?.retryAfter).toBeGreaterThan(0);
    // Somebody else's tries do not lock the person out where they are.
    await expect(attempt(PASSWORD, facts())).resolves.toBeTypeOf("string");
  });

  it("knows one spelling of an address only: no other one brings more tries", async () => {
    const ivy = await here.joined(ada, "Ivy Islands", "viewer");
    const from = facts("192.0.2.3");
    const attempt = (email: string, password = "no", at = from) => signIn({ email, password }, at);
    for (let i = 0; i < 5; i++) await refusalOf(attempt(ivy.email));
    expect((await refusalOf(attempt(ivy.email.toUpperCase()))).code).toBe("rate-limited");
    // PostgreSQL takes the first for the plain letter; the second was once cut out.
    for (const email of [ivy.email.replace("i", "\u0130"), ivy.email.replace("i", "i\u0000")]) {
      const refused = await refusalOf(attempt(email, PASSWORD, facts()));
      expect(refused).toEqual(await refusalOf(attempt("nobody@example.org", "no", facts())));
    }
  });

  it("counts tries at what is no address, by where they come from", async () => {
    const from = facts("192.0.2.4");
    const attempt = (email: string) => refusalOf(signIn({ email, password: "no" }, from));
    for (let i = 0; i < 5; i++) expect((await attempt(`no address ${i}`)).code).toBe("unauthenticated");
    expect((await attempt("another")).code).toBe("rate-limited");
  });

  it("counts a whole IPv6 network as one place", async () => {
    const kim = await here.joined(ada, "Kim Network", "viewer");
    const attempt = (address: string) =>
      refusalOf(signIn({ email: kim.email, password: "no" }, facts(address)));
    for (let i = 1; i <= 5; i++) await attempt(`2001:db8:1:2::${i}`);
    expect((await attempt("2001:db8:1:2:ffff::9")).code).toBe("rate-limited");
    expect((await attempt("2001:db8:1:3::1")).code).toBe("unauthenticated");
  });

  it("leaves a line in the log for a wrong password, with the address of somebody there is only", async () => {
    const warn = vi.spyOn(log, "warn");
    const from = facts("192.0.2.5");
    const { id: requestId, address } = from;
    await refusalOf(signIn({ email: "ADA@example.org", password: "a wrong one" }, from));
    await refusalOf(signIn({ email: "a.wrong.one@example.org", password: "another" }, from));
    await refusalOf(signIn({ email: "no address", password: "another" }, from));
    await refusalOf(reauthenticate({ ...ada, request: from }, "a wrong one"));
    expect(warn.mock.calls).toEqual([
      [{ requestId, address, at: "sign-in", email: "ada@example.org" }, "wrong password"],
      [{ requestId, address, at: "sign-in" }, "wrong password"],
      [{ requestId, address, at: "sign-in" }, "wrong password"],
      [{ requestId, address, at: "re-authentication", email: "ada@example.org" }, "wrong password"],
    ]);
    warn.mockRestore();
  });

  it("does not count right ones", async () => {
    const from = facts("192.0.2.2");
    for (let i = 0; i < 8; i++) await signIn({ email: "ada@example.org", password: PASSWORD }, from);
  });
});

describe("a session", () => {
  it("ends at once, by its owner", async () => {
    const bob = await here.joined(ada, "Bob Session", "viewer");
    expect((await here.ask("GET", "/session", { as: bob })).body).toMatchObject({
      member: { name: "Bob Session" },
      role: "viewer",
      workspace: { name: "Acme" },
    });
    const ended = await here.ask("DELETE", "/session", { as: bob });
    expect(ended.status).toBe(204);
    expect(ended.headers.get("set-cookie")).toContain("Max-Age=0");
    const after = await here.ask("GET", "/session", { as: bob });
    expect(after.status).toBe(401);
    expect(after.body.detail).toBe("Your session has ended. Sign in again.");
  });

  it("ends at once, by an admin, and is not even seen by another member", async () => {
    const bob = await here.joined(ada, "Bob Ended", "viewer");
    const eve = await here.joined(ada, "Eve Viewer", "approver");
    const path = `/sessions/${bob.session!.id}`;
    expect((await here.ask("DELETE", path, { as: eve })).status).toBe(404);
    expect((await here.ask("GET", "/sessions?all=true", { as: eve })).status).toBe(403);
    const all = await here.ask("GET", "/sessions?all=true&limit=200", { as: ada });
    expect(all.body.items.map(({ id }: { id: string }) => id)).toContain(bob.session!.id);
    expect((await here.ask("DELETE", path, { as: ada })).status).toBe(204);
    expect((await here.ask("GET", "/session", { as: bob })).status).toBe(401);
  });

  it("is listed with where it is from, page by page, and only while it is open", async () => {
    const bob = await here.joined(ada, "Bob Many", "viewer");
    const more: string[] = [];
    for (let i = 0; i < 3; i++) more.push(await signIn({ email: bob.email, password: PASSWORD }, facts()));
    await here.ask("DELETE", `/sessions/${more[0]}`, { as: bob });
    const first = await here.ask("GET", "/sessions?limit=2", { as: bob });
    const second = await here.ask("GET", `/sessions?limit=2&after=${first.body.next}`, { as: bob });
    const ids = [...first.body.items, ...second.body.items].map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual([bob.session!.id, more[1], more[2]].toSorted());
    expect(second.body.next).toBeNull();
    expect(first.body.items[0]).toMatchObject({ address: expect.stringMatching(/^10\./), isPresent: false });
  });

  it("is over after its 30 days", async () => {
    const bob = await here.joined(ada, "Bob Expired", "viewer");
    const [row] = await here.owner<{ days: number }>(
      "select extract(day from expires_at - created_at)::int as days from session where id = $1",
      [bob.session!.id],
    );
    expect(row!.days).toBe(30);
    await here.owner("update session set expires_at = now() where id = $1", [bob.session!.id]);
    expect(await actorFromSession(bob.session!.id, facts())).toBeNull();
  });

  it("is proved again with the password", async () => {
    const bob = await here.joined(ada, "Bob Again", "approver");
    await here.owner("update session set authenticated_at = now() - interval '1 hour' where id = $1", [
      bob.session!.id,
    ]);
    const wrong = await here.ask("POST", "/session/reauthenticate", { as: bob, body: { password: "no" } });
    expect([wrong.status, wrong.body.fields[0].pointer]).toEqual([422, "/password"]);
    const right = await here.ask("POST", "/session/reauthenticate", {
      as: bob,
      body: { password: PASSWORD },
    });
    expect(right.status).toBe(200);
    const now = await here.actorOf(bob.session!.id);
    expect(Date.now() - now.session!.authenticatedAt.getTime()).toBeLessThan(60_000);
  });
});

describe("several workspaces", () => {
  it("are one sign-in away, for members only", async () => {
    const gus = await here.otherWorkspace();
    const bob = await here.joined(ada, "Bob Both", "viewer");
    const invited = await here.ask("POST", "/invitations", {
      as: gus,
      body: { email: bob.email, role: "reviewer" },
    });
    const accepted = await here.ask("POST", "/invitations/accept", {
      body: { token: invited.body.token, password: PASSWORD },
    });
    expect(accepted.status).toBe(200);
    const workspaceId = gus.workspaceId;
    const who = await here.ask("GET", "/session", { as: bob });
    expect(who.body.workspaces.map(({ name }: { name: string }) => name)).toEqual(["Acme", "Globex"]);
    const switched = await here.ask("POST", "/session/workspace", { as: bob, body: { workspaceId } });
    expect(switched.status).toBe(204);
    expect(switched.headers.get("set-cookie")).toContain("session-token=");
    expect((await here.ask("GET", "/session", { as: bob })).status).toBe(401);
    expect((await here.ask("POST", "/session/workspace", { as: ada, body: { workspaceId } })).status).toBe(
      404,
    );
  });
});
