import { Client } from "pg";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import { TOKEN_PREFIX, tokenHash } from "@/lib/platform/http/authenticate";
import { type SpawnedServer, spawnServer } from "../support/spawn-server";

/** A built server with a database of its own, a reviewer, and as many API tokens as wanted. */
export type BenchServer = SpawnedServer & {
  actor: Actor;
  tokens: string[];
  owner<T>(text: string, values?: unknown[]): Promise<T[]>;
};

/** Starts it, and points this process's pool at its database as the serving role. */
export async function startBenchServer(tokenCount: number): Promise<BenchServer> {
  const server = await spawnServer();
  process.env.DATABASE_URL = server.appUrl;
  const client = new Client({ connectionString: server.ownerUrl });
  await client.connect();
  const owner = async <T>(text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows as T[];
  const workspaceId = newId();
  await owner("insert into workspace (id, name) values ($1, 'Bench')", [workspaceId]);
  /** Turns are counted by member, so every token has an owner of its own. */
  const member = async (n: number): Promise<string> => {
    const [personId, memberId] = [newId(), newId()];
    const email = `bench.${n}@example.com`;
    await owner("insert into person (id, email, password_hash) values ($1, $2, 'none')", [personId, email]);
    await owner(
      "insert into member (workspace_id, id, person_id, email, name, role) values ($1, $2, $3, $4, 'Bench', 'admin')",
      [workspaceId, memberId, personId, email],
    );
    return memberId;
  };
  const memberId = await member(0);
  const tokens: string[] = [];
  for (let n = 0; n < tokenCount; n++) {
    const token = `${TOKEN_PREFIX}${newId().replaceAll("-", "")}${n}`;
    tokens.push(token);
    await owner(
      `insert into api_token (workspace_id, id, member_id, name, role, hash, hint, created_by_id, expires_at)
       values ($1, $2, $3, $4, 'admin', $5, 'bench', $3, now() + interval '1 day')`,
      [workspaceId, newId(), await member(n + 1), `bench ${n}`, tokenHash(token)],
    );
  }
  const actor: Actor = {
    kind: "user",
    id: memberId,
    name: "Bench",
    email: "bench@example.com",
    workspaceId,
    workspaceName: "Bench",
    role: "admin",
    session: null,
    tokenId: null,
    request: { id: "bench", address: "", userAgent: "" },
  };
  const { stop } = server;
  return {
    ...server,
    actor,
    tokens,
    owner,
    async stop() {
      await client.end();
      await stop();
    },
  };
}

/** The value in the middle, and the one that 95 % are below. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
