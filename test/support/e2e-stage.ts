import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import type { Actor } from "@/lib/identity/actor";
import type { Role } from "@/lib/identity/roles";
import { hashPassword } from "@/lib/identity/server/passwords";
import { endPool } from "@/lib/platform/db/pool";
import { SCENARIOS } from "@/prisma/scenarios/index-of-scenarios";
import { e2eServer } from "./e2e-server";
import { openStage, type Person, type Stage } from "./stage";

/** A workspace of a spec's own on the browser tests' server, with people who are signed in. */
export type BrowserStage = Stage & {
  /** A new member by name, who can sign in with `PASSWORD` too. */
  join(name: string, role: Role): Promise<Person>;
  /** A browser of somebody's own, signed in. */
  browse(browser: Browser, person: Person, options?: BrowserContextOptions): Promise<Page>;
  /** Makes a named scenario as a person would have; gives its review. */
  seed(name: string, person: Person): Promise<string>;
};

/** What everybody's password is who joined a stage by name. */
export const PASSWORD = "nine lanterns on the quay";

/** Opens a stage for a spec file; `end` it afterwards. */
export async function openBrowserStage(server = e2eServer()): Promise<BrowserStage> {
  const stage = await openStage(server);
  const contexts: BrowserContext[] = [];
  return {
    ...stage,
    async join(name, role) {
      const person = await stage.person(role, { passwordHash: await hashPassword(PASSWORD) });
      await stage.sql("update member set name = $2 where id = $1", [person.memberId, name]);
      return { ...person, name };
    },
    async browse(browser, person, options) {
      const context = await browser.newContext({ baseURL: server.url, ...options });
      contexts.push(context);
      await context.addCookies([cookieFor(person, server.url)]);
      return context.newPage();
    },
    async seed(name, person) {
      process.env.DATABASE_URL = server.appUrl;
      const { reviewId } = await SCENARIOS[name]!(actorOf(person));
      return reviewId;
    },
    async end() {
      for (const context of contexts) await context.close();
      await stage.end();
      await endPool();
    },
  };
}

/** The session cookie of a person as a browser keeps it. */
export function cookieFor({ cookie }: Person, url: string) {
  const at = cookie!.indexOf("=");
  return { name: cookie!.slice(0, at), value: cookie!.slice(at + 1), url };
}

const actorOf = (person: Person): Actor => ({
  kind: "user",
  id: person.memberId,
  name: person.name,
  email: person.email,
  workspaceId: person.workspaceId,
  workspaceName: "Acme",
  role: person.role,
  session: null,
  tokenId: null,
  request: { id: "e2e", address: "127.0.0.1", userAgent: "e2e" },
});
