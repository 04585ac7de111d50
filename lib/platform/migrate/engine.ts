import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";

/**
 * The adapter cuts a script at every semicolon, which breaks function bodies and quoted text.
 * Sent whole as one simple query, a script may hold any SQL, and PostgreSQL runs it in one
 * implicit transaction: a migration is applied wholly or not at all.
 */
class WholeScriptPg extends PrismaPg {
  override async connect() {
    const connection = await super.connect();
    const pool = connection.underlyingDriver();
    connection.executeScript = async (script: string) => {
      await pool.query(script);
    };
    return connection;
  }
}

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
  const factory = bindMigrationAwareSqlAdapterFactory(new WholeScriptPg({ connectionString: url, max: 1 }));
  const engine = await SchemaEngine.new({ datamodels }, () => undefined, factory);
  try {
    return await work(engine);
  } finally {
    engine.free();
  }
}

/** Nothing in the database is outside of Prisma's view. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };
