import type { Actor } from "@/lib/identity/actor";
import type { Role } from "@/lib/identity/roles";
import { ProblemError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { withClient } from "@/lib/platform/postgres/serving-role";
import type { Cell } from "@/lib/review/cell";

export type Reviewed = { workspaceId: string; systemId: string; reviewId: string; ada: Actor; grace: Actor };

/** A workspace with two reviewers, one system and one empty review, written as the owner. */
export async function makeReviewed(ownerUrl: string): Promise<Reviewed> {
  const [workspaceId, systemId, reviewId] = [newId(), newId(), newId()];
  const ada = actorOf(workspaceId, "Ada Lovelace", "reviewer");
  const grace = actorOf(workspaceId, "Grace Hopper", "approver");
  await withClient(ownerUrl, async (client) => {
    await client.query("insert into workspace (id, name) values ($1, 'Acme')", [workspaceId]);
    for (const { id, name, email, role } of [ada, grace]) {
      const personId = newId();
      await client.query("insert into person (id, email, password_hash) values ($1, $2, 'none')", [
        personId,
        email,
      ]);
      await client.query(
        "insert into member (workspace_id, id, person_id, email, name, role) values ($1, $2, $3, $4, $5, $6)",
        [workspaceId, id, personId, email, name, role],
      );
    }
    await client.query(
      "insert into system (workspace_id, id, name, created_by_id) values ($1, $2, 'Guardrail runner', $3)",
      [workspaceId, systemId, ada.id],
    );
    await client.query(
      `insert into review (workspace_id, id, system_id, number, title, risk_tier, created_by_id)
       values ($1, $2, $3, 1, 'First review', 'standard', $4)`,
      [workspaceId, reviewId, systemId, ada.id],
    );
  });
  return { workspaceId, systemId, reviewId, ada, grace };
}

/** A member as a signed-in person, without a session of its own. */
export function actorOf(workspaceId: string, name: string, role: Role): Actor {
  const id = newId();
  return {
    kind: "user",
    id,
    name,
    email: `${id}@example.org`,
    workspaceId,
    workspaceName: "Acme",
    role,
    session: null,
    tokenId: null,
    request: { id: "test", address: "127.0.0.1", userAgent: "vitest" },
  };
}

export const value = (given: unknown): Cell => ({ state: "value", value: given });

/** The problem that a promise is refused with; fails when it is not refused, or by a bug. */
export async function refusalOf(promise: Promise<unknown>) {
  const outcome = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof ProblemError)) throw new Error("expected a refusal", { cause: outcome });
  return outcome.problem;
}

/** Rows as the owner reads them, past every wall. */
export async function rowsOf<T extends Record<string, unknown>>(
  ownerUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  let rows: T[] = [];
  await withClient(ownerUrl, async (client) => {
    ({ rows } = await client.query<T>(text, values));
  });
  return rows;
}
