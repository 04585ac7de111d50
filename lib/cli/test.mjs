// npm test [-- PART…]: everything that is checked, set-up included; each part also alone.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Tests leave the data and builds of a running Cordon alone.
const HOME = new URL("../../node_modules/.cache/cordon-test", import.meta.url);
process.env.CORDON_HOME = HOME.pathname;

const {
  clientIsCurrent,
  dependenciesAreCurrent,
  explain,
  generateClient,
  installDependencies,
  ROOT,
  Refusal,
  requireNode,
} = await import("./bootstrap.mjs");

const scratch = mkdtempSync(join(tmpdir(), "cordon-results-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** Runs a tool of node_modules; true when it succeeds. */
function runTool(tool, args, env = {}) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(ROOT, "node_modules", tool), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => child.kill(signal));
    child.on("error", fail);
    child.on("close", (code) => done(code === 0));
  });
}

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null);

/** A tool without counts of its own: it passes, or it is one failure. */
const check = (tool, args) => async () => ({ passed: 0, failed: (await runTool(tool, args)) ? 0 : 1 });

const vitest = (project) => async (filters) => {
  const file = join(scratch, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const isGood = await runTool("vitest/vitest.mjs", [
    "run",
    "--project",
    project,
    "--passWithNoTests",
    ...reporters,
    ...filters,
  ]);
  const result = readJson(file);
  const failed = result?.numFailedTests ?? 0;
  // A file that cannot even be loaded has no test to count.
  return { passed: result?.numPassedTests ?? 0, failed: isGood ? failed : Math.max(failed, 1) };
};

const playwright = async (filters) => {
  await requirePrograms();
  if (!existsSync(join(ROOT, "test/e2e"))) return { passed: 0, failed: 0 };
  const file = join(scratch, "e2e.json");
  const config = ["-c", "test/e2e/playwright.config.ts", "--pass-with-no-tests", "--reporter=list,json"];
  const isGood = await runTool("@playwright/test/cli.js", ["test", ...config, ...filters], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const stats = readJson(file)?.stats ?? { expected: 0, unexpected: 0, flaky: 0 };
  return { passed: stats.expected + stats.flaky, failed: isGood ? 0 : Math.max(stats.unexpected, 1) };
};

const PARTS = {
  types: check("typescript/bin/tsc", ["--noEmit"]),
  lint: check("@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]),
  architecture: vitest("architecture"),
  unit: vitest("unit"),
  integration: vitest("integration"),
  api: vitest("api"),
  e2e: playwright,
};

/** Chromium draws the pages, poppler reads the PDFs; both come from Debian's packages. */
async function requirePrograms() {
  const chromium = process.env.CHROMIUM_PATH || "/usr/bin/chromium";
  const has = (path) => existsSync(path);
  const missing = [];
  if (!has(chromium)) missing.push("chromium");
  if (!(process.env.PATH ?? "").split(":").some((dir) => has(join(dir, "pdftotext"))))
    missing.push("poppler-utils");
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !has("/usr/bin/apt-get"))
    throw new Refusal(
      `The browser tests need ${missing.join(" and ")}: install with "sudo apt-get install -y ${missing.join(" ")}" (elsewhere, set CHROMIUM_PATH).`,
    );
  process.stdout.write(`Installing ${missing.join(" and ")}…\n`);
  const apt = (args) =>
    new Promise((done, fail) => {
      const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
      const child = spawn("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] });
      child.on("error", fail);
      child.on("close", (code) => (code === 0 ? done() : fail(new Refusal(`apt-get ${args[0]} failed.`))));
    });
  await apt(["update", "-qq"]);
  await apt(["install", "-y", "-qq", "--no-install-recommends", ...missing]);
}

async function main() {
  requireNode();
  const [first, ...filters] = process.argv.slice(2);
  if (first && !PARTS[first])
    throw new Refusal(`There is no part "${first}"; there are ${Object.keys(PARTS).join(", ")}.`);
  if (!dependenciesAreCurrent()) {
    process.stdout.write("Installing dependencies…\n");
    await installDependencies();
  }
  if (!clientIsCurrent()) await generateClient();
  const names = first ? [first] : Object.keys(PARTS);
  const results = [];
  for (const name of names) {
    process.stdout.write(`\n── ${name}\n`);
    const began = performance.now();
    const counts = await PARTS[name](filters);
    results.push({ name, ...counts, seconds: (performance.now() - began) / 1000 });
  }
  process.stdout.write("\n");
  for (const { name, passed, failed, seconds } of results) {
    const verdict = failed > 0 ? "FAILED" : "ok";
    process.stdout.write(`${name.padEnd(14)}${verdict.padEnd(8)}${`${seconds.toFixed(1)} s`.padStart(9)}`);
    process.stdout.write(passed + failed > 0 ? `   ${passed} passed, ${failed} failed\n` : "\n");
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  process.stdout.write(`\n${sum("passed")} passed, ${sum("failed")} failed\n`);
  if (sum("failed") > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error) || error?.stack || error}\n`);
  process.exitCode = 1;
}
