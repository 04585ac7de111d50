import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") };

function project(name: string, more: object = {}) {
  return {
    resolve: { alias },
    test: { name, include: [`test/${name}/**/*.test.ts`], environment: "node" as const, ...more },
  };
}

export default defineConfig({
  test: {
    projects: [
      project("unit", { testTimeout: 30_000 }),
      project("architecture"),
      project("integration", {
        globalSetup: ["test/support/database.global.ts"],
        testTimeout: 30_000,
        hookTimeout: 60_000,
      }),
      project("api", {
        globalSetup: ["test/support/server.global.ts"],
        testTimeout: 30_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
