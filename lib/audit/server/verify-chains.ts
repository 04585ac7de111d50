import type { Sql } from "@/lib/platform/db/sql";
import { ChainCheck, type ChainEvent, type ChainHead } from "../chain-check";

/** The outcome for one chain; `problem` is null when it is intact. */
export type ChainOutcome = { chain: string; events: number; problem: string | null };

type Row = ChainEvent & { chain: string };

const AT_ONCE = 1000;

/**
 * Verifies every chain of events that the connection can see: with the serving role those of its
 * workspace, as the owner those of the whole installation. Events come in portions, so that memory
 * is bounded.
 *
 * @param sql a connection inside a transaction; REPEATABLE READ, or heads and events may differ by
 *   what was committed in between
 */
export async function verifyChains(sql: Sql): Promise<ChainOutcome[]> {
  const heads = await headsOf(sql);
  const walks = new Map<string, { check: ChainCheck; events: number }>();
  await sql.query(`declare chain_events no scroll cursor for
    select case when review_id is null then 'workspace ' || workspace_id else 'review ' || review_id end as chain,
      workspace_id as "workspaceId", review_id as "reviewId", seq::int as seq, at, type,
      actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName", payload,
      payload_digest as "payloadDigest", previous_hash as "previousHash", hash
    from event order by 1, event.seq`);
  for (;;) {
    const rows = await sql.query<Row>(`fetch ${AT_ONCE} from chain_events`);
    if (rows.length === 0) break;
    for (const row of rows) {
      const walk = walks.get(row.chain) ?? { check: new ChainCheck(), events: 0 };
      walk.check.add(row);
      walk.events += 1;
      walks.set(row.chain, walk);
    }
  }
  await sql.query("close chain_events");
  const chains = [...new Set([...heads.keys(), ...walks.keys()])].sort();
  return chains.map((chain) => {
    const { check, events } = walks.get(chain) ?? { check: new ChainCheck(), events: 0 };
    return { chain, events, problem: check.end(heads.get(chain) ?? null) };
  });
}

async function headsOf(sql: Sql): Promise<Map<string, ChainHead>> {
  const rows = await sql.query<ChainHead & { chain: string }>(
    `select 'workspace ' || id as chain, event_seq::int as seq, event_hash as hash from workspace
     union all select 'review ' || id, event_seq::int, event_hash from review`,
  );
  return new Map(rows.map(({ chain, seq, hash }) => [chain, { seq, hash }]));
}
