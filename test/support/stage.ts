import { gzipSync } from "node:zlib";
import { encode } from "next-auth/jwt";
import { Pool } from "pg";
import type { Role } from "@/lib/identity/roles";
import { newId } from "@/lib/kernel/ids";
import { tokenHash } from "@/lib/platform/http/authenticate";
import { type Caller, type HttpClient, httpClient } from "./http";
import type { TestServer } from "./test-server";

/** Somebody who can ask: a member with a session, and what an HTTP client sends to be them. */
export type Person = Caller & {
  name: string;
  email: string;
  role: Role;
  workspaceId: string;
  personId: string;
  memberId: string;
  sessionId: string;
  tokenId?: string;
};

/** A system with one review that has an empty first draft. */
export type Place = { workspaceId: string; systemId: string; reviewId: string; revisionId: string };

/** A running server's workspace, filled straight in the database, for tests that speak HTTP. */
export type Stage = {
  url: string;
  workspaceId: string;
  /** Runs SQL as the owner, past every wall. */
  sql<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  /** A new member with a session of their own. */
  person(role: Role, options?: { passwordHash?: string; workspaceId?: string }): Promise<Person>;
  /** A new member who asks with a token: `tokenRole` is the token's, `role` its owner's. */
  bearer(role: Role, tokenRole: Role, state?: "good" | "expired" | "revoked"): Promise<Person>;
  place(options?: { restricted?: boolean; named?: Person[]; workspaceId?: string }): Promise<Place>;
  /** A row of a review with its columns; gives its id. */
  row(place: Place, table: string, columns: Record<string, unknown>): Promise<string>;
  /** A submitted revision of a place; gives its id and digest. */
  submitted(place: Place, requestedById: string): Promise<{ id: string; digest: string }>;
  workspace(): Promise<string>;
  client(caller?: Caller): HttpClient;
  end(): Promise<void>;
};

const SESSION_COOKIE = "next-auth.session-token";
let count = 0;

/** The cookie of a session as the server itself makes it. */
export async function cookieOf(server: Pick<TestServer, "nextAuthSecret">, sessionId: string) {
  const value = await encode({ token: { sid: sessionId }, secret: server.nextAuthSecret });
  return `${SESSION_COOKIE}=${value}`;
}

/** Opens a stage: a workspace of the test's own on a running server. */
export async function openStage(
  server: Pick<TestServer, "url" | "ownerUrl" | "nextAuthSecret">,
): Promise<Stage> {
  const pool = new Pool({ connectionString: server.ownerUrl, max: 4 });
  // Some tests take the database away.
  pool.on("error", () => {});
  const sql: Stage["sql"] = async (text, values = []) => (await pool.query(text, values)).rows;
  const workspace = async () => {
    const id = newId();
    await sql("insert into workspace (id, name) values ($1, $2)", [id, `Workspace ${++count}`]);
    return id;
  };
  const workspaceId = await workspace();

  const person: Stage["person"] = async (role, options = {}) => {
    const [personId, memberId, sessionId] = [newId(), newId(), newId()];
    const name = `${role[0]!.toUpperCase()}${role.slice(1)} ${++count}`;
    const email = `${role}.${personId}@example.com`;
    const where = options.workspaceId ?? workspaceId;
    await sql(
      `with p as (insert into person (id, email, password_hash) values ($1, $2, $3)),
        m as (insert into member (workspace_id, id, person_id, email, name, role) values ($4, $5, $1, $2, $6, $7))
       insert into session (id, workspace_id, person_id, member_id, expires_at, authenticated_at)
       values ($8, $4, $1, $5, now() + interval '1 day', now())`,
      [personId, email, options.passwordHash ?? "none", where, memberId, name, role, sessionId],
    );
    const cookie = await cookieOf(server, sessionId);
    return { name, email, role, workspaceId: where, personId, memberId, sessionId, cookie };
  };

  const stage: Stage = {
    url: server.url,
    workspaceId,
    sql,
    person,
    workspace,
    async bearer(role, tokenRole, state = "good") {
      const { cookie: _, ...owner } = await person(role);
      const [tokenId, token] = [newId(), `cordon_test_${newId()}`];
      await sql(
        `insert into api_token (workspace_id, id, member_id, name, role, hash, hint, created_by_id, expires_at, revoked_at)
         values ($1, $2, $3, 'CI', $4, $5, 'cordon_test', $3, now() + $6::interval, $7)`,
        [
          workspaceId,
          tokenId,
          owner.memberId,
          tokenRole,
          tokenHash(token),
          state === "expired" ? "-1 second" : "1 day",
          state === "revoked" ? new Date() : null,
        ],
      );
      return { ...owner, token, tokenId };
    },
    async place({ restricted = false, named = [], workspaceId: where = workspaceId } = {}) {
      const place = { workspaceId: where, systemId: newId(), reviewId: newId(), revisionId: newId() };
      // The API takes the number behind the highest; the next place of a test must not want that one.
      const number = ++count * 1_000;
      await sql(
        `with s as (insert into system (workspace_id, id, name, visibility, created_by_id) values ($1, $2, $6, $7, $1)),
          m as (insert into system_member (workspace_id, system_id, member_id) select $1, $2, unnest($8::uuid[])),
          r as (insert into review (workspace_id, id, system_id, number, title, created_by_id) values ($1, $3, $2, $5, $6, $1))
         insert into revision (workspace_id, review_id, id, number) values ($1, $3, $4, 1)`,
        [
          where,
          place.systemId,
          place.reviewId,
          place.revisionId,
          number,
          `Place ${number}`,
          restricted ? "restricted" : "open",
          named.map(({ memberId }) => memberId),
        ],
      );
      return place;
    },
    async row({ workspaceId: where, reviewId }, table, columns) {
      const id = newId();
      const row: Record<string, unknown> = { workspace_id: where, review_id: reviewId, id, ...columns };
      const names = Object.keys(row);
      await sql(
        `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")}) values (${names.map((_, at) => `$${at + 1}`).join(", ")})`,
        Object.values(row),
      );
      return id;
    },
    async submitted(place, requestedById) {
      const digest = `sha256:${"5".repeat(64)}`;
      const bytes = gzipSync('{"risks":[]}');
      await sql(
        `with v as (update revision set state = 'submitted', requested_by_id = $4, requested_at = now(), request_words = ''
           where workspace_id = $1 and review_id = $2 and id = $3)
         insert into snapshot (workspace_id, review_id, revision_id, digest, bytes, beside) values ($1, $2, $3, $5, $6, $6)`,
        [place.workspaceId, place.reviewId, place.revisionId, requestedById, digest, bytes],
      );
      return { id: place.revisionId, digest };
    },
    client: (caller) => httpClient(server.url, caller),
    end: () => pool.end(),
  };
  return stage;
}
