import { log } from "../log";
import { inTransaction } from "./transaction";

/**
 * The second door: writes that no chain records and no review shows as content (FOUNDATIONS.md).
 * None of them may fail a request or make it wait.
 */

const shared = globalThis as typeof globalThis & { cordonLastUse?: Map<string, number> };
const EVERY = 60_000;
const MOST_REMEMBERED = 10_000;

const TABLES = { session: ["session", "last_seen_at"], token: ["api_token", "last_used_at"] } as const;

/** Notes that a session or an API token was used, at most once a minute. */
export function noteUse(kind: keyof typeof TABLES, workspaceId: string, id: string, now = Date.now()): void {
  shared.cordonLastUse ??= new Map();
  const last = shared.cordonLastUse;
  if (now - (last.get(id) ?? 0) < EVERY) return;
  if (last.size >= MOST_REMEMBERED) last.clear();
  last.set(id, now);
  const [table, column] = TABLES[kind];
  const text = `update ${table} set ${column} = now() where id = $1 and (${column} is null or ${column} < now() - interval '1 minute')`;
  inTransaction(workspaceId, "BEGIN", (client) => client.query(text, [id])).catch((error) =>
    log.warn({ err: error }, "last use not noted"),
  );
}
