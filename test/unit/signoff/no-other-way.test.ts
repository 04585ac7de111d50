import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** Every source file of the product. */
function sources(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return entry.name === "generated" ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const FILES = ["lib", "app"].flatMap(sources).map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** Where a change of rows writes a state: `state: "…"` inside what a command sets or inserts. */
const writing = (state: string): string[] =>
  FILES.filter(({ text }) => new RegExp(`(set|row)\\b[^;]{0,400}\\bstate: "${state}"`, "s").test(text))
    .map(({ path }) => path)
    .sort();

describe("no command but the decision", () => {
  test("brings a revision into force", () => {
    expect(writing("in-force")).toEqual(["lib/signoff/server/decide-revision.ts"]);
  });

  test("accepts a risk or a finding", () => {
    expect(writing("accepted")).toEqual(["lib/signoff/server/acceptance.ts"]);
  });

  test("makes a sign-off", () => {
    const paths = FILES.filter(({ text }) => /table: "sign_off"|insert into sign_off\b/.test(text)).map(
      ({ path }) => path,
    );
    expect(paths).toEqual(["lib/signoff/server/decide-revision.ts"]);
  });
});
