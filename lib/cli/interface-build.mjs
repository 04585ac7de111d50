// `next build`, again only when something that goes into it changed.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runProgram } from "./bootstrap.mjs";

const SOURCES = ["app", "components", "lib", "public", "prisma/schema.prisma"];
const FILES =
  /^(package-lock\.json|tsconfig\.json|next\.config\.\w+|postcss\.config\.\w+|proxy\.ts|instrumentation(-client)?\.ts)$/;
/** Parts of lib that no page uses. */
const ASIDE = /^lib\/(cli|platform\/(postgres|migrate|db\/generated))\b/;

function* filesOf(path) {
  let entries;
  try {
    entries = readdirSync(join(ROOT, path), { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOTDIR") yield path;
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = `${path}/${entry.name}`;
    if (ASIDE.test(child)) continue;
    if (entry.isDirectory()) yield* filesOf(child);
    else yield child;
  }
}

/** A digest of everything that the build reads. */
export function interfaceKey() {
  const hash = createHash("sha256");
  const own = readdirSync(ROOT).filter((name) => FILES.test(name));
  for (const file of [...own.sort(), ...SOURCES.flatMap((path) => [...filesOf(path)])]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

const keyFile = (distDir) => join(ROOT, distDir, "cordon-key");

export function interfaceIsCurrent(distDir, key = interfaceKey()) {
  try {
    return readFileSync(keyFile(distDir), "utf8") === key;
  } catch {
    return false;
  }
}

/** Builds into `distDir`. The build sees no database and no secret: nothing may be rendered from them. */
export async function buildInterface(distDir, key = interfaceKey()) {
  const env = {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    CORDON_DIST_DIR: distDir,
  };
  for (const name of Object.keys(env))
    if (/^(DATABASE_|CORDON_SECRET|NEXTAUTH_|VITEST)/.test(name)) delete env[name];
  await runProgram(process.execPath, [join(ROOT, "node_modules/next/dist/bin/next"), "build"], {
    label: "next build",
    env,
  });
  writeFileSync(keyFile(distDir), key);
}
