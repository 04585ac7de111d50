import type { Sql } from "@/lib/platform/db/sql";
import { inTransaction, sqlOf } from "@/lib/platform/db/transaction";
import { inOrder } from "@/lib/platform/unit-of-work/queue";
import type { EventType } from "../events";
import { appendEvent, type EventActor, lockWorkspace } from "./append-event";

/** A command's view of a transaction that changes what belongs to a workspace and to no review. */
export type WorkspaceTx = {
  sql: Sql;
  now: Date;
  /** Writes the command's event; a command that changes something writes one. */
  record(actor: EventActor, type: EventType, payload?: Record<string, unknown>): Promise<number>;
};

/**
 * Runs a command that changes members, sessions, tokens, systems: under the workspace's row lock,
 * so that what it loads (is this the last admin?) stays true until it commits.
 *
 * @throws whatever the command throws; nothing is then written
 */
export async function inWorkspace<T>(
  workspaceId: string,
  command: (tx: WorkspaceTx) => Promise<T>,
): Promise<T> {
  return inOrder(`workspace ${workspaceId}`, () =>
    inTransaction(workspaceId, "BEGIN", async (client) => {
      const sql = sqlOf(client);
      const now = new Date();
      // A statement of its own: the ones after it see what was committed while this one waited.
      await lockWorkspace(sql, workspaceId);
      return command({
        sql,
        now,
        record: (actor, type, payload) => appendEvent(sql, actor, type, payload, now),
      });
    }),
  );
}
