import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDirectory } from "@/lib/cli/bootstrap.mjs";

describe("a CORDON_HOME", () => {
  let place: string;
  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), "cordon-home-"));
  });
  afterAll(() => rmSync(place, { recursive: true }));

  it("is made with all that is above it", () => {
    makeDirectory(join(place, "one", "two"));
    expect(existsSync(join(place, "one", "two"))).toBe(true);
    makeDirectory(join(place, "one", "two"));
  });

  it("below a file is refused in a sentence that names the file", () => {
    writeFileSync(join(place, "file"), "");
    expect(() => makeDirectory(join(place, "file", "home", "build"))).toThrow(
      `${join(place, "file")} is no directory; set CORDON_HOME to one that Cordon may write to.`,
    );
  });

  it("where no directory can be made is refused at once", () => {
    expect(() => makeDirectory("/proc/nope/build")).toThrow(/^Cordon cannot make the directory \/proc/);
  });
});
