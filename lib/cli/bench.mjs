// npm run bench [-- --json] [-- WORD…]: each measure with its floor from the same run.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

process.env.CORDON_HOME = new URL("../../node_modules/.cache/cordon-test", import.meta.url).pathname;
const {
  bundle,
  clientIsCurrent,
  dependenciesAreCurrent,
  explain,
  generateClient,
  installDependencies,
  makeHome,
  ROOT,
  requireNode,
} = await import("./bootstrap.mjs");

const args = process.argv.slice(2);
const isJson = args.includes("--json");
const words = args.filter((arg) => !arg.startsWith("--"));

const number = (value) =>
  value === null || value === undefined
    ? "–"
    : value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1 });

const COLUMNS = [44, 12, 8, 12, 8, 18];

function row(cells) {
  return cells
    .map((cell, at) => (at === 0 || at === 5 ? cell.padEnd(COLUMNS[at]) : cell.padStart(COLUMNS[at])))
    .join(" ");
}

function print(measure) {
  if (isJson) return process.stdout.write(`${JSON.stringify(measure)}\n`);
  const { name, value, unit, floor, ratio, goal, ok } = measure;
  const cells = [name, number(value), unit, number(floor), number(ratio), ` ${goal ?? ""}`];
  process.stdout.write(`${row(cells)} ${ok ? "ok" : "MISSED"}\n`);
}

async function main() {
  requireNode();
  if (!dependenciesAreCurrent()) await installDependencies();
  if (!clientIsCurrent()) await generateClient();
  makeHome();
  const directory = join(ROOT, "test/bench");
  const files = readdirSync(directory)
    .filter((file) => file.endsWith(".bench.ts"))
    .sort();
  const wanted = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  if (!isJson) process.stdout.write(`${row(["measure", "value", "unit", "floor", "ratio", " goal"])}\n`);
  for (const file of wanted) {
    const bundled = await bundle(file.replace(/\.ts$/, ""), `test/bench/${file}`);
    const { measures } = await import(pathToFileURL(bundled).href);
    for (const measure of measures) {
      const result = await measure();
      print(result);
      if (!result.ok) process.exitCode = 1;
    }
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error) || error?.stack || error}\n`);
  process.exitCode = 1;
}
process.exit();
