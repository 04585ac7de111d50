import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import { readSql } from "@/lib/platform/db/transaction";
import { type Page, type PageQuery, pageOf } from "@/lib/platform/http/paging";
import { workspaceWords } from "../workspace-words";

/** An event as the API and the pages show it. */
export type EventView = {
  id: string;
  seq: number;
  at: string;
  type: string;
  words: string;
  actor: { kind: string; id: string; name: string };
  payload: Record<string, unknown>;
  hash: string;
};

type Row = {
  id: string;
  seq: string;
  at: Date;
  type: string;
  actor_kind: string;
  actor_id: string;
  actor_name: string;
  payload: Record<string, unknown>;
  hash: string;
};

/** The events of the workspace's own chain, newest first. */
export async function listWorkspaceEvents(actor: Actor, page: PageQuery): Promise<Page<EventView>> {
  authorize(actor, "workspace.events");
  const rows = await readSql(actor, (sql) =>
    sql.query<Row>(
      // By seq, which is the chain's order; ids of one millisecond are not.
      `select id, seq, at, type, actor_kind, actor_id, actor_name, payload, hash from event
       where review_id is null
         and ($1::uuid is null or seq < (select seq from event where review_id is null and id = $1))
       order by seq desc limit $2`,
      [page.after ?? null, page.limit + 1],
    ),
  );
  const { items, next } = pageOf(rows, page.limit);
  return { items: items.map(presentEvent), next };
}

/** An event with its words. */
const presentEvent = (row: Row): EventView => ({
  id: row.id,
  seq: Number(row.seq),
  at: row.at.toISOString(),
  type: row.type,
  words: workspaceWords(row.type, row.payload),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  payload: row.payload,
  hash: row.hash,
});
