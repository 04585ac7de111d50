import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MakePdfOptions, makePdf as makeAny, type PdfProgress } from "@/lib/platform/pdf/make-pdf";
import { reportData } from "@/lib/report/server/report-data";
import { reportTemplate } from "@/lib/report/server/report-template";
import { thousandRows } from "../../support/report-contents";
import { emptyContent, sourceOf } from "../../support/report-source";

const order =
  (source = sourceOf(emptyContent())) =>
  async () =>
    reportData({ live: source });
const makePdf = (of: Parameters<typeof makeAny>[1], options?: MakePdfOptions) =>
  makeAny(reportTemplate(), of, options);
const refusedAs = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) });

let directory: string;
let before: string | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cordon-bounds-"));
  before = process.env.TMPDIR;
  process.env.TMPDIR = directory;
});
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(directory, { recursive: true, force: true });
});

const program = (text: string): string => {
  const path = join(directory, "child.mjs");
  writeFileSync(path, text);
  return path;
};

const SLEEPS = "process.stdin.resume(); setInterval(() => {}, 1000);";

describe("a child that makes a PDF", () => {
  test("says how far it is, and leaves no file behind", async () => {
    const said: PdfProgress[] = [];
    const made = await makePdf(order(), { onProgress: (progress) => said.push(progress) });
    expect(said.map(({ phase }) => phase)).toEqual(["reading", "setting", "writing"]);
    expect(said.at(-1)).toMatchObject({ pages: made.pages });
    expect(readdirSync(directory)).toEqual([]);
    expect((await made.file.stat()).size).toBe(made.bytes);
    await made.file.close();
  });

  test("is ended when it takes too long, with a sentence", async () => {
    await expect(makePdf(order(), { childPath: program(SLEEPS), milliseconds: 300 })).rejects.toMatchObject({
      problem: { code: "not-made", detail: expect.stringMatching(/longer than 0\.3 seconds/) },
    });
  });

  test("is ended when it takes too much memory", async () => {
    const greedy = `const held = []; setInterval(() => held.push(Buffer.alloc(16 * 1024 ** 2, 1)), 10);`;
    await expect(
      makePdf(order(), { childPath: program(greedy), memory: 200 * 1024 ** 2 }),
    ).rejects.toMatchObject({
      problem: { code: "not-made", detail: expect.stringMatching(/more than 200 MB of memory/) },
    });
  });

  test("is ended when whoever asked is gone, and gives its turn to the next", async () => {
    const controller = new AbortController();
    const pidFile = join(directory, "pid");
    const child = program(
      `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); ${SLEEPS}`,
    );
    const given = makePdf(order(), { childPath: child, signal: controller.signal });
    while (!existsSync(pidFile)) await new Promise((later) => setTimeout(later, 20));
    controller.abort(new Error("gone"));
    await expect(given).rejects.toThrow("gone");
    const made = await makePdf(order());
    await made.file.close();
  });

  test("that dies says so in place of half a document", async () => {
    await expect(makePdf(order(), { childPath: program("process.exit(3)") })).rejects.toEqual(
      refusedAs("not-made"),
    );
  });

  test("that meets a full disk says that there is no space", async () => {
    // /dev/full refuses every byte, as a full disk does.
    const path = program(
      `import { openSync, writeSync } from "node:fs";
       try { writeSync(openSync("/dev/full", "w"), "x"); } catch (error) {
         process.send({ type: "failed", why: error.code === "ENOSPC" ? "no-space" : "not-set", message: error.message });
       }`,
    );
    await expect(makePdf(order(), { childPath: path })).rejects.toEqual(refusedAs("no-space"));
  });

  test("finds no place to write to: says so before anything is begun", async () => {
    process.env.TMPDIR = join(directory, "not", "there");
    await expect(makePdf(order())).rejects.toEqual(refusedAs("no-space"));
  });

  test("hands on the refusal of what it was to print", async () => {
    const failing = async () => {
      throw new Error("the database is gone");
    };
    await expect(makePdf(failing)).rejects.toThrow("the database is gone");
  });
});

test("a large report is worded in the child, so that the server answers others meanwhile", async () => {
  const content = thousandRows();
  const more = content.capabilities.map((row) => ({
    ...row,
    id: `D${row.number}`,
    number: row.number + 1_000,
  }));
  content.capabilities.push(...more);
  const data = await order(sourceOf(content))();
  expect(Object.keys(data)).toEqual(["module", "from"]);
  const made = await makePdf(async () => data);
  expect(made.pages).toBeGreaterThan(40);
  await made.file.close();
});

describe("many at once", () => {
  test("wait for their turn and are told their place; past twenty they are asked to come again", async () => {
    const child = program(SLEEPS);
    const controllers: AbortController[] = [];
    const asking = () => {
      const controller = new AbortController();
      controllers.push(controller);
      return { childPath: child, signal: controller.signal };
    };
    const running = [makePdf(order(), asking()), makePdf(order(), asking())];
    const places: number[] = [];
    const waiting = Array.from({ length: 20 }, () =>
      makePdf(order(), {
        ...asking(),
        onProgress: (progress) => progress.phase === "waiting" && places.push(progress.place),
      }),
    );
    const all = Promise.allSettled([...running, ...waiting]);
    await expect(makePdf(order(), asking())).rejects.toMatchObject({
      problem: { code: "busy", detail: expect.stringMatching(/^20 reports wait/) },
    });
    expect(places).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    for (const controller of controllers) controller.abort(new Error("gone"));
    for (const { status } of await all) expect(status).toBe("rejected");
    const made = await makePdf(order(sourceOf(thousandRows())));
    expect(made.pages).toBeGreaterThan(20);
    await made.file.close();
  });
});
