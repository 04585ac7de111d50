import { afterEach, beforeEach, expect, it } from "vitest";
import { type Installation, installation, PASSWORD } from "./installation";

let here: Installation;
beforeEach(async () => {
  here = await installation();
});
afterEach(() => here.database.drop());

const body = (code: string, email = "ada@example.org") => ({
  code,
  workspace: "Acme",
  name: "Ada Admin",
  email,
  password: PASSWORD,
});

it("makes one admin of two requests with the one code at the same time", async () => {
  const code = await here.setupCode();
  const answers = await Promise.all([
    here.ask("POST", "/setup", { body: body(code, "ada@example.org") }),
    here.ask("POST", "/setup", { body: body(code, "eve@example.org") }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await here.owner("select role from member")).toEqual([{ role: "admin" }]);
  expect(await here.owner("select count(*)::int as n from workspace")).toEqual([{ n: 1 }]);
  expect(await here.owner("select count(*)::int as n from person")).toEqual([{ n: 1 }]);
});

it("signs the first admin in, and takes the code as it was typed", async () => {
  const code = await here.setupCode();
  const typed = ` ${code.toLowerCase().replaceAll("-", " ")} `;
  const made = await here.ask("POST", "/setup", { body: body(typed) });
  expect(made.status).toBe(201);
  const cookie = made.headers.get("set-cookie")!;
  expect(cookie).toMatch(/^next-auth\.session-token=\S+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  const [session] = await here.owner<{ id: string }>("select id from session");
  const admin = await here.actorOf(session!.id);
  expect(admin).toMatchObject({ role: "admin", name: "Ada Admin", workspaceName: "Acme" });
  expect(await here.eventsOf(admin)).toEqual(["workspace.created", "session.opened"]);
});

it("refuses a wrong, an expired and a used code, and a closed set-up, each with a sentence", async () => {
  const wrong = await here.ask("POST", "/setup", { body: body("00000-00000") });
  expect(wrong.status).toBe(422);
  expect(wrong.body.fields[0].pointer).toBe("/code");
  const expired = await here.ask("POST", "/setup", { body: body(await here.setupCode(-1)) });
  expect(expired.body.detail).toContain("older than 15 minutes");
  const code = await here.setupCode();
  expect((await here.ask("POST", "/setup", { body: body(code) })).status).toBe(201);
  const again = await here.ask("POST", "/setup", { body: body(code) });
  expect(again.status).toBe(409);
  expect(again.body.detail).toContain("set up already");
});

it("keeps no code and no password where anybody reads", async () => {
  const code = await here.setupCode();
  await here.ask("POST", "/setup", { body: body(code) });
  expect(await here.owner("select * from setup_code")).toEqual([]);
  const [person] = await here.owner<{ password_hash: string }>("select password_hash from person");
  expect(person!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const events = JSON.stringify(await here.owner("select * from event"));
  expect(events).not.toContain(PASSWORD);
  expect(events).not.toContain(code);
});

it("does without a browser what it does in one: every wrong field at once", async () => {
  const answer = await here.ask("POST", "/setup", {
    body: { code: "", workspace: " ", name: "Ada\u0000", email: "ada", password: "short" },
  });
  expect(answer.status).toBe(422);
  const pointers = answer.body.fields.map(({ pointer }: { pointer: string }) => pointer);
  expect(pointers).toEqual(["/code", "/workspace", "/name", "/email", "/password"]);
});
