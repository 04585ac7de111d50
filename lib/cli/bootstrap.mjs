// What has to happen before any TypeScript of ours can run: the right Node, the dependencies of the
// lock file, and a bundle of the program wanted. No dependency, and nothing newer than Node 14 in
// the syntax of this file, so that an old Node reaches the sentence that says so.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// A bundle carries a copy of this file; the first one, which stands in its place, knows where that is.
globalThis.cordonRoot ??= resolve(dirname(fileURLToPath(import.meta.url)), "../..");

export const ROOT = globalThis.cordonRoot;
export const HOME = resolve(ROOT, process.env.CORDON_HOME || ".cordon");
export const BUILD = join(HOME, "build");

/** A failure that the operator can mend: one sentence, no stack. */
export class Refusal extends Error {
  name = "Refusal";
}

export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 9))
    throw new Refusal(`Cordon needs Node.js 20.9 or newer; this is ${version}.`);
}

const digest = (...texts) =>
  texts.reduce((hash, text) => hash.update(text), createHash("sha256")).digest("hex");

const readText = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
};

/** Turns the file system's own errors into a sentence. */
export function explain(error) {
  // By name: a bundle carries a class of its own.
  if (error?.name === "Refusal" || error?.name === "MigrationRefused") return error.message;
  if (error && (error.code === "EACCES" || error.code === "EPERM" || error.code === "EROFS"))
    return `Cordon may not write ${error.path || "there"} (${error.code}); give the user it runs as that right, or set CORDON_HOME.`;
  if (error && error.code === "ENOSPC") return `There is no space left to write ${error.path || "a file"}.`;
  return null;
}

/**
 * Makes a directory and those above it, one by one: Node's own recursive mkdir never returns on a
 * file system that takes no directories, such as /proc.
 */
export function makeDirectory(path) {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return;
    throw new Refusal(`${path} is no directory; set CORDON_HOME to one that Cordon may write to.`);
  }
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (error.code === "EEXIST") return;
    throw new Refusal(
      `Cordon cannot make the directory ${path} (${error.code}); set CORDON_HOME to one that it may write to.`,
    );
  }
}

export function makeHome() {
  makeDirectory(BUILD);
  // Bundles import from node_modules, which Node looks for above the importing file.
  const link = join(HOME, "node_modules");
  const isInside = !relative(ROOT, HOME).startsWith("..") && !isAbsolute(relative(ROOT, HOME));
  if (isInside || existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync(join(ROOT, "node_modules"), link);
}

/** Runs a program to its end; its output is shown only when it fails. */
export function runProgram(command, args, { env = process.env, label = command } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    const stop = () => child.kill("SIGTERM");
    process.once("exit", stop);
    child.on("error", (error) => fail(new Refusal(`${label} could not be run: ${error.message}.`)));
    child.on("close", (code, signal) => {
      process.removeListener("exit", stop);
      if (code === 0) return done(output);
      if (signal) return fail(new Refusal(`${label} was stopped (${signal}).`));
      process.stderr.write(`${output.trim()}\n`);
      fail(new Refusal(`${label} failed; its output is above.`));
    });
  });
}

/** The state of what `npm ci` made, in node_modules itself: a copied or deleted tree tells the truth. */
const INSTALLED = join(ROOT, "node_modules", ".cordon-lock");

export function dependenciesAreCurrent() {
  const lock = readText(join(ROOT, "package-lock.json"));
  if (lock === null) throw new Refusal("package-lock.json is missing; clone the project again.");
  if (readText(INSTALLED) === digest(lock)) return true;
  // Installed by hand: npm's own copy of the lock is newer than ours, or as new.
  const npms = join(ROOT, "node_modules", ".package-lock.json");
  if (!existsSync(npms) || readText(INSTALLED) !== null) return false;
  return statSync(npms).mtimeMs >= statSync(join(ROOT, "package-lock.json")).mtimeMs;
}

/** Install scripts of packages run in `npm ci`; these are none of their business. */
const SECRETS = ["CORDON_SECRET", "CORDON_SECRET_PREVIOUS", "DATABASE_URL", "DATABASE_APP_URL"];

/** The environment without what opens the installation's data. */
export function withoutSecrets(env) {
  // Windows takes names in any case.
  return Object.fromEntries(Object.entries(env).filter(([name]) => SECRETS.indexOf(name.toUpperCase()) < 0));
}

export async function installDependencies() {
  await runProgram(process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--no-audit", "--no-fund"], {
    label: "npm ci",
    env: { ...withoutSecrets(process.env), NODE_ENV: "development" },
  });
  writeFileSync(INSTALLED, digest(readFileSync(join(ROOT, "package-lock.json"))));
}

/** Prisma's client is generated from the schema; it is made again when schema or Prisma changed. */
export function clientKey() {
  const manifest = readText(join(ROOT, "node_modules/prisma/package.json")) || "";
  return digest(
    readText(join(ROOT, "prisma/schema.prisma")) || "",
    manifest ? JSON.parse(manifest).version : "",
  );
}

const GENERATED = join(ROOT, "lib/platform/db/generated");

export const clientIsCurrent = () => readText(join(GENERATED, ".cordon-key")) === clientKey();

export async function generateClient() {
  if (!existsSync(join(ROOT, "prisma/schema.prisma"))) return;
  await runProgram(process.execPath, [join(ROOT, "node_modules/prisma/build/index.js"), "generate"], {
    label: "prisma generate",
    env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1" },
  });
  writeFileSync(join(GENERATED, ".cordon-key"), clientKey());
}

/** What stays outside of a bundle: native or self-locating packages, and all else in node_modules. */
const BUNDLE_OPTIONS = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "linked",
  logLevel: "silent",
  legalComments: "none",
};

/** `server-only` throws outside of Next's compiler; in our own processes it has nothing to guard. */
const serverOnly = {
  name: "server-only",
  setup(build) {
    build.onResolve({ filter: /^(server-only|client-only)$/ }, ({ path }) => ({
      path,
      namespace: "nothing",
    }));
    build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "" }));
  },
};

let underWay = 0;

/**
 * The bundle of one entry file, built when one of the files that went into it changed. The record
 * beside it keeps size and time of each (a quick look) and its digest (when the time differs).
 */
export async function bundle(name, entry) {
  const out = join(BUILD, `${name}.mjs`);
  const record = join(BUILD, `${name}.inputs.json`);
  const version = digest(
    readText(join(ROOT, "package-lock.json")) || "",
    JSON.stringify(BUNDLE_OPTIONS),
    entry,
  );
  if (existsSync(out) && isUnchanged(record, version)) return out;
  const { build, stop } = createRequire(join(ROOT, "package.json"))("esbuild");
  let result;
  underWay++;
  try {
    result = await build({
      ...BUNDLE_OPTIONS,
      absWorkingDir: ROOT,
      entryPoints: [entry],
      outfile: join(BUILD, `${name}.${process.pid}.mjs`),
      metafile: true,
      write: false,
      tsconfigRaw: { compilerOptions: { paths: { "@/*": ["./*"] }, jsx: "react-jsx" } },
      plugins: [serverOnly],
      banner: {
        js: 'import { createRequire as __cordonRequire } from "node:module"; const require = __cordonRequire(import.meta.url);',
      },
    });
  } catch (error) {
    const first = error.errors?.[0];
    const where = first?.location ? `${first.location.file}:${first.location.line}: ` : "";
    throw new Refusal(`${entry} could not be bundled: ${where}${first ? first.text : error.message}`);
  } finally {
    // esbuild's own process would live as long as this one.
    if (--underWay === 0) stop();
  }
  makeHome();
  for (const file of result.outputFiles) {
    const isMap = file.path.endsWith(".map");
    const text = isMap ? file.text : file.text.replace(`${name}.${process.pid}.mjs.map`, `${name}.mjs.map`);
    replaceFile(isMap ? `${out}.map` : out, text);
  }
  const inputs = Object.keys(result.metafile.inputs)
    .filter((path) => !path.includes(":"))
    .map((path) => fileState(join(ROOT, path)));
  replaceFile(record, JSON.stringify({ version, inputs }));
  return out;
}

function fileState(path) {
  const { size, mtimeMs } = statSync(path);
  return { path: relative(ROOT, path), size, mtimeMs, digest: digest(readFileSync(path)) };
}

function isUnchanged(record, version) {
  const text = readText(record);
  if (text === null) return false;
  const { version: then, inputs } = JSON.parse(text);
  if (then !== version) return false;
  return inputs.every((input) => {
    const path = join(ROOT, input.path);
    const now = statSync(path, { throwIfNoEntry: false });
    if (!now || now.size !== input.size) return false;
    return now.mtimeMs === input.mtimeMs || digest(readFileSync(path)) === input.digest;
  });
}

/** Two processes may build at once; each file appears whole. */
function replaceFile(path, text) {
  const half = `${path}.${process.pid}`;
  writeFileSync(half, text);
  renameSync(half, path);
}

/** Makes everything ready, quietly, and runs the exported `run` of a TypeScript program. */
export async function runBundled(name, entry, args, before = async () => {}) {
  try {
    requireNode();
    makeHome();
    if (!dependenciesAreCurrent()) {
      process.stderr.write("Installing dependencies (once)…\n");
      await installDependencies();
    }
    if (!clientIsCurrent()) await generateClient();
    await before();
    const file = await bundle(name, entry);
    const program = await import(pathToFileURL(file).href);
    process.exitCode = await program.run(args, {
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      root: ROOT,
      home: HOME,
      build: BUILD,
    });
  } catch (error) {
    const sentence = explain(error);
    process.stderr.write(`${sentence || (error?.stack) || error}\n`);
    process.exitCode = 1;
  }
}
