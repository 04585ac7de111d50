import { expect, it } from "vitest";
import { sessionCookieName, sessionIdOf } from "@/lib/platform/http/session-cookie";

it.each(["%E0%A4%A", "%", "nothing", ""])("a cookie that is none of ours is nobody: %s", async (value) => {
  const headers = new Headers({ cookie: `${sessionCookieName()}=${value}` });
  expect(await sessionIdOf(headers)).toBeNull();
});
