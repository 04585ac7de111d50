import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { Pool, QueryResult } from "pg";

/** PostgreSQL's internal one-byte type, which the system catalogues use, and its text type. */
const CHAR = 18;
const TEXT = 25;

/**
 * Prisma's adapter with two of its limits lifted.
 *
 * It cuts a script at every semicolon, which breaks function bodies and quoted text. Sent whole as
 * one simple query, a script may hold any SQL, and PostgreSQL runs it in one implicit transaction:
 * a migration is applied wholly or not at all.
 *
 * It refuses the type "char", which the engine itself asks for when it describes check constraints.
 */
class MigrationPg extends PrismaPg {
  private readonly pools: Pool[] = [];
  /** What PostgreSQL said of the last script that failed; the engine's own report often drops it. */
  scriptError: Error | null = null;

  /** The engine's session lock goes with its connection. */
  async end(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.end()));
  }

  override async connect() {
    const connection = await super.connect();
    const pool = connection.underlyingDriver();
    this.pools.push(pool);
    const { onError } = connection as unknown as { onError(error: unknown): never };
    connection.executeScript = async (script) => {
      await pool.query(script).catch((error: Error) => {
        this.scriptError = withLine(error, script);
        onError.call(connection, error);
      });
    };
    // The engine asks for one thing at a time, so the last query's columns are the answer's.
    let charColumns: number[] = [];
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<QueryResult>;
    pool.query = (async (...args: unknown[]) => {
      const result = await query(...args);
      const fields = result.fields ?? [];
      charColumns = fields.flatMap((field, at) => (field.dataTypeID === CHAR ? [at] : []));
      for (const at of charColumns) fields[at]!.dataTypeID = TEXT;
      return result;
    }) as typeof pool.query;
    const queryRaw = connection.queryRaw.bind(connection);
    connection.queryRaw = async (request) => {
      const answer = await queryRaw(request);
      for (const at of charColumns) answer.columnTypes[at] = ColumnTypeEnum.Character;
      return answer;
    };
    return connection;
  }
}

/** PostgreSQL says at which character a script failed; a person looks for the line. */
function withLine(error: Error, script: string): Error {
  const position = Number((error as { position?: string }).position ?? 0);
  if (position > 0) error.message += ` (line ${script.slice(0, position).split("\n").length})`;
  return error;
}

/** A bug of the engine reaches us as an exception with its own words instead of a crash without any. */
const panics = globalThis as { PRISMA_WASM_PANIC_REGISTRY?: { set_message(message: string): void } };
panics.PRISMA_WASM_PANIC_REGISTRY ??= {
  set_message: (message) => {
    throw new Error(`The schema engine failed: ${message}`);
  },
};

async function instantiate() {
  const require = createRequire(import.meta.url);
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const path = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg").replace(/\.js$/, ".wasm");
  const module = await WebAssembly.compile(await readFile(path));
  const instance = await WebAssembly.instantiate(module, {
    "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports,
  });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}

let loaded: ReturnType<typeof instantiate> | undefined;

/**
 * Runs `work` with Prisma's schema engine, which is WebAssembly in this process (the binary
 * engine is a download that fails behind a firewall), connected to the database at `url`.
 */
export async function withEngine<T>(
  url: string,
  datamodels: [string, string][] | undefined,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= instantiate();
  const { SchemaEngine } = await loaded;
  const adapter = new MigrationPg({ connectionString: url, max: 1 });
  const engine = await SchemaEngine.new(
    { datamodels },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    return await work(engine);
  } catch (error) {
    if (adapter.scriptError) throw new Error(String(error), { cause: adapter.scriptError });
    throw error;
  } finally {
    engine.free();
    await adapter.end();
  }
}

/** Nothing in the database is outside of Prisma's view. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };
