import { Client } from "pg";
import type { Actor } from "@/lib/identity/actor";
import type { Role } from "@/lib/identity/roles";
import { acceptInvitation } from "@/lib/identity/server/accept-invitation";
import { inviteMember } from "@/lib/identity/server/invite-member";
import { identityRoutes } from "@/lib/identity/server/routes/identity-routes";
import { setUp } from "@/lib/identity/server/set-up";
import { actorFromSession } from "@/lib/platform/actor";
import { apiHandler } from "@/lib/platform/http/router";
import { sessionCookie } from "@/lib/platform/http/set-session-cookie";
import { newSetupCode, setupCodeHash } from "@/lib/platform/setup-code";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";

export const PASSWORD = "four words in a row";

let count = 0;

/** Facts of a request from an address of its own, so that tests do not use up each other's tries. */
export function facts(address = `10.0.${Math.floor(++count / 250)}.${count % 250}`) {
  return { id: `request-${count}`, address, userAgent: "Firefox/133.0 (Linux)" };
}

/** An installation in a database of its own, whose API answers in process. */
export async function installation() {
  const database = await freshDatabase();
  const handle = apiHandler(identityRoutes);

  async function owner<T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      return (await client.query(text, values)).rows as T[];
    } finally {
      await client.end();
    }
  }

  /** Issues a set-up code as the starter does. */
  async function setupCode(minutes = 15): Promise<string> {
    const code = newSetupCode();
    await owner("delete from setup_code");
    await owner("insert into setup_code values ($1, now() + make_interval(mins => $2))", [
      setupCodeHash(code),
      minutes,
    ]);
    return code;
  }

  /** Sets up the first workspace; gives its admin. */
  async function firstAdmin(): Promise<Actor> {
    const input = { workspace: "Acme", name: "Ada Admin", email: "ada@example.org", password: PASSWORD };
    const made = await setUp({ code: await setupCode(), ...input }, facts());
    return actorOf(made.sessionId);
  }

  async function actorOf(sessionId: string): Promise<Actor> {
    const actor = await actorFromSession(sessionId, facts());
    if (!actor) throw new Error("the session is not open");
    return actor;
  }

  /** Invites somebody and accepts in their name; gives them signed in. */
  async function joined(by: Actor, name: string, role: Role, password = PASSWORD): Promise<Actor> {
    const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.org`;
    const { token } = await inviteMember(by, { email, role, systemIds: [], days: 7 });
    const { sessionId } = await acceptInvitation({ token, name, password }, facts());
    return actorOf(sessionId);
  }

  /** A second workspace with an admin, made past every wall, as the command line does. */
  async function otherWorkspace(name = "Globex"): Promise<Actor> {
    const [row] = await owner<{ id: string }>(
      "insert into workspace (id, name) values (gen_random_uuid(), $1) returning id",
      [name],
    );
    const ids = await owner<{ person: string; member: string; session: string }>(
      `with p as (insert into person (id, email, password_hash) values (gen_random_uuid(), $2, 'none') returning id),
        m as (insert into member (workspace_id, id, person_id, email, name, role)
          select $1, gen_random_uuid(), p.id, $2, 'Gus Globex', 'admin' from p returning id, person_id)
        select m.id as member, m.person_id as person, gen_random_uuid() as session from m`,
      [row!.id, `admin.${name.toLowerCase()}@example.org`],
    );
    const { person, member, session } = ids[0]!;
    await owner(
      `insert into session (id, workspace_id, person_id, member_id, expires_at, authenticated_at)
       values ($1, $2, $3, $4, now() + interval '1 day', now())`,
      [session, row!.id, person, member],
    );
    return actorOf(session);
  }

  /** Asks the API; `as` is a person's actor or a token's text, `from` the address. */
  async function ask(
    method: string,
    path: string,
    options: { as?: Actor | string; body?: unknown; from?: string } = {},
  ) {
    const headers: Record<string, string> = { "x-cordon-address": options.from ?? facts().address };
    if (typeof options.as === "string") headers.authorization = `Bearer ${options.as}`;
    else if (options.as?.session) {
      headers.cookie = (await sessionCookie(options.as.session.id)).split(";")[0]!;
    }
    if (options.body !== undefined) headers["content-type"] = "application/json";
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    const response = await handle(new Request(`http://127.0.0.1/api/v1${path}`, { method, headers, body }));
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects in a body
    const answer = (text ? JSON.parse(text) : null) as any;
    return {
      status: response.status,
      headers: response.headers,
      body: answer,
    };
  }

  /** The types of the workspace's events, in order. */
  const eventsOf = async (actor: Actor): Promise<string[]> => {
    const rows = await owner<{ type: string }>(
      "select type from event where workspace_id = $1 and review_id is null order by seq",
      [actor.workspaceId],
    );
    return rows.map(({ type }) => type);
  };

  return { database, owner, setupCode, firstAdmin, joined, otherWorkspace, actorOf, ask, eventsOf };
}

export type Installation = Awaited<ReturnType<typeof installation>>;
export type { FreshDatabase };
