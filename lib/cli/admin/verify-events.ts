import { eventHash, payloadDigest } from "@/lib/audit/chain";
import { withClient } from "@/lib/platform/postgres/serving-role";
import type { AdminCommand } from "./context";

type Row = {
  chain: string;
  seq: number;
  at: Date;
  type: string;
  actor_kind: string;
  actor_id: string;
  payload: unknown;
  payload_digest: string;
  previous_hash: string;
  hash: string;
};

type Head = { chain: string; seq: number; hash: string };

/** `admin verify-events`: checks every chain of events from its first to its head. */
export const verifyEvents: AdminCommand = {
  usage: "verify-events",
  summary: "checks that no event was changed, left out or cut off; exit code 1 when one was",
  options: [],
  positionals: 0,
  migrates: true,
  async run(_input, context) {
    const broken: string[] = [];
    let events = 0;
    let chains = 0;
    await withClient(context.database.ownerUrl, async (client) => {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      const heads = await client.query<Head>(
        `SELECT 'workspace ' || id AS chain, event_seq::int AS seq, event_hash AS hash FROM workspace
         UNION ALL SELECT 'review ' || id, event_seq::int, event_hash FROM review ORDER BY 1`,
      );
      const remaining = new Map(heads.rows.map((head) => [head.chain, head]));
      chains = remaining.size;
      await client.query(
        `DECLARE each NO SCROLL CURSOR FOR
         SELECT CASE WHEN review_id IS NULL THEN 'workspace ' || workspace_id ELSE 'review ' || review_id END AS chain,
                seq::int AS seq, at, type, actor_kind, actor_id, payload, payload_digest, previous_hash, hash
           FROM event ORDER BY 1, event.seq`,
      );
      let chain: ChainCheck | null = null;
      for (;;) {
        const { rows } = await client.query<Row>("FETCH 1000 FROM each");
        for (const row of rows) {
          if (chain?.name !== row.chain) {
            if (chain) broken.push(...chain.end(remaining));
            chain = new ChainCheck(row.chain);
          }
          chain.add(row);
          events++;
        }
        if (rows.length === 0) break;
      }
      if (chain) broken.push(...chain.end(remaining));
      // A head without any event: all of them are gone.
      for (const head of remaining.values())
        if (head.seq > 0) broken.push(`${head.chain}: its ${head.seq} events are missing`);
    });
    for (const sentence of broken) context.io.stdout.write(`${sentence}\n`);
    context.io.stdout.write(
      `${events} events in ${chains} chains: ${broken.length ? "NOT intact" : "intact"}\n`,
    );
    return broken.length > 0 ? 1 : 0;
  },
};

/** Walks one chain; the first break is what matters, for all that follows hangs on it. */
class ChainCheck {
  private seq = 0;
  private hash = "";
  private problem: string | null = null;
  constructor(readonly name: string) {}

  add(row: Row): void {
    this.problem ??= this.problemOf(row);
    this.seq = row.seq;
    this.hash = row.hash;
  }

  private problemOf(row: Row): string | null {
    if (row.seq !== this.seq + 1) return `event ${this.seq + 1} is missing`;
    if (row.previous_hash !== this.hash) return `event ${row.seq} does not follow event ${this.seq}`;
    const isErased = JSON.stringify(row.payload) === '{"erased":true}';
    if (!isErased && payloadDigest(row.payload) !== row.payload_digest)
      return `the content of event ${row.seq} was changed`;
    const hash = eventHash({
      seq: row.seq,
      at: row.at.toISOString(),
      type: row.type,
      actorKind: row.actor_kind,
      actorId: row.actor_id,
      payloadDigest: row.payload_digest,
      previousHash: row.previous_hash,
    });
    return hash === row.hash ? null : `event ${row.seq} was changed`;
  }

  end(heads: Map<string, Head>): string[] {
    const head = heads.get(this.name);
    heads.delete(this.name);
    if (!this.problem && (head?.seq !== this.seq || head.hash !== this.hash))
      this.problem = `it ends with event ${this.seq}, but its head is ${head?.seq ?? "gone"}`;
    return this.problem ? [`${this.name}: ${this.problem}`] : [];
  }
}
