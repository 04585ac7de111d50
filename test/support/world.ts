import { Client } from "pg";
import type { Actor } from "@/lib/identity/actor";
import type { Role } from "@/lib/identity/roles";
import { newId } from "@/lib/kernel/ids";
import type { FreshDatabase } from "./fresh-database";

/** A workspace with members, made straight in the database, for tests of what comes after sign-in. */
export type World = {
  workspaceId: string;
  /** Makes a member and gives them as an actor who has just entered their password. */
  member(name: string, role: Role): Promise<Actor>;
  /** Makes a system, and a review of it with a first draft. */
  review(options?: { restrictedTo?: Actor[] }): Promise<{ systemId: string; reviewId: string }>;
  /** Attaches a captured configuration that grants nothing, so that a submission is possible. */
  configuration(reviewId: string, by: Actor, id?: string): Promise<void>;
  /** Runs SQL as the owner, past every wall. */
  owner<T>(text: string, values?: unknown[]): Promise<T[]>;
};

let count = 0;

/** Makes a workspace in a test's database. */
export async function makeWorld(database: FreshDatabase): Promise<World> {
  const workspaceId = newId();
  async function owner<T>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      return (await client.query(text, values)).rows as T[];
    } finally {
      await client.end();
    }
  }
  await owner("insert into workspace (id, name) values ($1, $2)", [workspaceId, "Acme"]);
  return {
    workspaceId,
    owner,
    async member(name, role) {
      count += 1;
      const [personId, memberId, sessionId] = [newId(), newId(), newId()];
      const email = `${name.toLowerCase().replaceAll(" ", ".")}.${count}@example.com`;
      await owner("insert into person (id, email, password_hash) values ($1, $2, 'none')", [personId, email]);
      await owner(
        "insert into member (workspace_id, id, person_id, email, name, role) values ($1, $2, $3, $4, $5, $6)",
        [workspaceId, memberId, personId, email, name, role],
      );
      await owner(
        `insert into session (id, workspace_id, person_id, member_id, expires_at, authenticated_at)
         values ($1, $2, $3, $4, now() + interval '1 day', now())`,
        [sessionId, workspaceId, personId, memberId],
      );
      return {
        kind: "user",
        id: memberId,
        name,
        email,
        workspaceId,
        workspaceName: "Acme",
        role,
        session: {
          id: sessionId,
          personId,
          method: "password",
          authenticatedAt: new Date(),
          mustChangePassword: false,
          maySignFrom: null,
        },
        tokenId: null,
        request: { id: "test", address: "127.0.0.1", userAgent: "test" },
      };
    },
    async configuration(reviewId, by, id = newId()) {
      await owner(
        `insert into configuration (workspace_id, review_id, id, number, environment, provenance, format, config_digest,
           authority_digest, catalogue_version, files, workloads, bounds, tuples, notes, attached_by_id)
         values ($1, $2, $3, 1, 'production', 'captured', 'kubernetes', 'sha256:c', 'sha256:a', '1', '[]', '[]', '[]', '[]', '[]', $4)`,
        [workspaceId, reviewId, id, by.id],
      );
    },
    async review({ restrictedTo } = {}) {
      count += 1;
      const [systemId, reviewId, by] = [newId(), newId(), newId()];
      await owner(
        "insert into system (workspace_id, id, name, visibility, created_by_id) values ($1, $2, $3, $4, $5)",
        [workspaceId, systemId, `System ${count}`, restrictedTo ? "restricted" : "open", by],
      );
      for (const actor of restrictedTo ?? []) {
        await owner("insert into system_member (workspace_id, system_id, member_id) values ($1, $2, $3)", [
          workspaceId,
          systemId,
          actor.id,
        ]);
      }
      await owner(
        "insert into review (workspace_id, id, system_id, number, title, created_by_id) values ($1, $2, $3, $4, $5, $6)",
        [workspaceId, reviewId, systemId, count, `Review ${count}`, by],
      );
      await owner("insert into revision (workspace_id, review_id, id, number) values ($1, $2, $3, 1)", [
        workspaceId,
        reviewId,
        newId(),
      ]);
      return { systemId, reviewId };
    },
  };
}
