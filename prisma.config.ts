// `prisma generate` would download a schema engine that it does not need; any executable satisfies it.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

const { defineConfig } = await import("prisma/config");

export default defineConfig({ schema: "prisma/schema.prisma", migrations: { path: "prisma/migrations" } });
