import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derive } from "@/lib/authority/derive";
import { unpack } from "@/lib/authority/server/archive/unpack";
import { deriveUnpacked } from "@/lib/authority/server/derive-unpacked";
import { pack } from "@/lib/cli/capture/pack";
import { makeTar, makeZip } from "../../support/make-archive";
import { SILENT } from "./from-text";

const AT = new Date("2026-11-30T12:00:00Z");
const bytes = (text: string) => new TextEncoder().encode(text);
const POD = { name: "pod.yaml", text: SILENT };

async function unpacked(archive: Uint8Array, name = "a.archive") {
  return unpack([{ name, bytes: archive }]);
}

/** Both kinds of archive with the same entries. */
const BOTH: [string, (parts: { name: string; text?: string }[]) => Uint8Array][] = [
  ["zip", (parts) => makeZip(parts)],
  ["tar", (parts) => makeTar(parts)],
  ["tar in gzip", (parts) => gzipSync(makeTar(parts))],
];

async function expectRefused(archive: Uint8Array, code: string, ...words: string[]) {
  const { files, notes, refused, capture } = await unpacked(archive);
  expect({ refused, files, capture }).toEqual({ refused: true, files: [], capture: null });
  expect(notes.at(-1)).toMatchObject({ level: "error", code });
  for (const word of words) expect(notes.at(-1)!.message).toContain(word);
  const { result } = await deriveUnpacked({ path: "x", files: [{ name: "a.archive", bytes: archive }] });
  expect(result).toMatchObject({ workloads: [], capabilities: [], notes });
}

describe.each(BOTH)("a %s archive", (_, make) => {
  test("is one system: its files are read as if they were given one by one", async () => {
    const parts = [{ name: "deploy/" }, { name: "./deploy/pod.yaml", text: SILENT }];
    const { result } = await deriveUnpacked({
      path: "x",
      files: [{ name: "a.archive", bytes: make(parts.slice(1)) }],
    });
    const alone = derive({ path: "x", files: [{ name: "deploy/pod.yaml", bytes: bytes(SILENT) }] });
    expect(result).toEqual(alone);
  });

  test("has the archive's name before its entries where other files are given too", async () => {
    const { files } = await unpack([
      { name: "a.archive", bytes: make([POD]) },
      { name: "b.yaml", bytes: bytes("a: 1\n") },
    ]);
    expect(files.map(({ name }) => name)).toEqual(["a.archive/pod.yaml", "b.yaml"]);
  });

  test("names what is no configuration, each in a note, many in one", async () => {
    const few = await unpacked(make([POD, { name: "README.md", text: "# hello" }]));
    expect(few.files.map(({ name }) => name)).toEqual(["pod.yaml"]);
    expect(few.notes).toEqual([
      {
        level: "info",
        code: "file-skipped",
        message: "a.archive: README.md: not read, only .yaml, .yml, .json and .env files are.",
      },
    ]);
    const many = Array.from({ length: 70 }, (_, at) => ({ name: `notes/${at}.txt`, text: "x" }));
    const { notes } = await unpacked(make([POD, ...many]));
    expect(notes).toHaveLength(1);
    expect(notes[0]!.message).toMatch(/70 entries are not read.*notes\/0\.txt.* and 20 more\.$/);
  });

  test("is not read inside another, and that is said", async () => {
    const { files, notes, refused } = await unpacked(make([POD, { name: "charts/inner.tgz", text: "x" }]));
    expect(files).toHaveLength(1);
    expect(refused).toBe(false);
    expect(notes).toEqual([expect.objectContaining({ level: "warning", code: "archive-nested" })]);
    expect(notes[0]!.message).toContain("charts/inner.tgz");
  });

  test.each([
    ["/etc/pod.yaml", "absolute"],
    ["C:/pod.yaml", "absolute"],
    ["../pod.yaml", "leads out"],
    ["a/../../pod.yaml", "leads out"],
    ["a/\u0007pod.yaml", "characters"],
    ["a\u202epod.yaml", "characters"],
    ["../README.md", "leads out"],
  ])("with an entry %j is refused whole", async (name, words) => {
    await expectRefused(make([POD, { name, text: SILENT }]), "archive-name", words);
  });

  test("with a name of more than 300 characters is refused", async () => {
    const name = `${"d".repeat(40)}/x.yaml`;
    expect((await unpacked(make([{ name, text: SILENT }]))).refused).toBe(false);
    const { refused, notes } = await unpack([
      { name: "a".repeat(260), bytes: make([{ name, text: SILENT }]) },
      { name: "b.yaml", bytes: bytes("") },
    ]);
    expect(refused).toBe(true);
    expect(notes[0]!.message).toContain("300 characters");
  });

  test("with the same name twice is refused, also where only the spelling differs", async () => {
    await expectRefused(make([POD, POD]), "archive-duplicate", "pod.yaml");
    await expectRefused(make([POD, { name: "./pod.yaml", text: "" }]), "archive-duplicate", "pod.yaml");
    await expectRefused(
      make([
        { name: "\u00e9.yaml", text: "" },
        { name: "e\u0301.yaml", text: "" },
      ]),
      "archive-duplicate",
    );
  });

  test("cut off anywhere is refused, and nothing of it is read", async () => {
    const whole = make([POD, { name: "more.yaml", text: SILENT.repeat(20) }]);
    for (const share of [0.3, 0.6, 0.9, 0.999]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      const { refused, notes, files } = await unpacked(cut);
      // A zero block at the end of a tar is end mark enough.
      if (!refused) expect(files).toHaveLength(2);
      else expect(notes.at(-1)!.message).toMatch(/cut off|damaged/);
    }
    const { refused } = await unpacked(whole.subarray(0, Math.floor(whole.length * 0.5)));
    expect(refused).toBe(true);
  });

  test("with a file of more than 20 MiB is refused", async () => {
    const text = `${SILENT}# ${noise(20 * 1024 * 1024)}`;
    await expectRefused(make([{ name: "big.yaml", text }]), "too-large", "big.yaml", "20 MiB");
  });

  test("with more than 10,000 entries is refused", async () => {
    const parts = Array.from({ length: 10_001 }, (_, at) => ({ name: `${at}.txt` }));
    await expectRefused(make(parts), "archive-entries", "10,000");
  });

  test("of any bytes never throws, and is read wholly or not at all", async () => {
    const whole = make([POD, { name: "b.json", text: "{}" }]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const broken = Uint8Array.from(whole);
        broken[at] = byte;
        const { files, refused } = await unpacked(broken);
        expect(refused ? files.length === 0 : true).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

/** Text that hardly compresses, so that no ratio is in the way; a window of deflate is 32 KiB. */
const NOISE = Buffer.from(
  Array.from({ length: 49_152 }, (_, at) => (at * 7919 * at + 31 * at) % 251),
).toString("base64");
const noise = (length: number): string => NOISE.repeat(Math.ceil(length / NOISE.length)).slice(0, length);

describe("a zip archive", () => {
  test.each([
    ["a symbolic link", { mode: 0o120777 }, "archive-entry-kind", "symbolic link"],
    ["a device", { mode: 0o060644 }, "archive-entry-kind", "device"],
    ["an encrypted entry", { flags: 0x801 }, "archive-encrypted", "encrypted"],
    ["a strongly encrypted entry", { flags: 0x841 }, "archive-encrypted", "encrypted"],
    ["an unknown compression", { method: 14 }, "archive-compression", "number 14"],
    ["a wrong checksum", { crc: 1 }, "archive-damaged", "checksum"],
    ["a size that is not its own", { size: 3 }, "archive-damaged", "size"],
    ["a stored entry's size that is not its own", { method: 0, size: 3 }, "archive-damaged", "size"],
  ])("with %s is refused", async (_, part, code, words) => {
    await expectRefused(makeZip([POD, { name: "x.yaml", text: SILENT, ...part }]), code, words);
  });

  test("that is a bomb is refused while it unpacks, whatever its directory says", async () => {
    const zeros = Buffer.alloc(19 * 1024 * 1024, " ");
    await expectRefused(makeZip([{ name: "b.yaml", text: zeros, size: 10 }]), "archive-ratio", "b.yaml");
    const many = Array.from({ length: 6 }, (_, at) => ({
      name: `${at}.yaml`,
      text: noise(19 << 20),
      method: 0,
    }));
    await expectRefused(makeZip(many), "too-large", "100 MiB", "5.yaml");
  });

  test("as Info-ZIP and others write it, with stored entries, is read", async () => {
    const { files, notes } = await unpacked(makeZip([{ ...POD, method: 0 }]));
    expect(files).toEqual([{ name: "pod.yaml", bytes: Buffer.from(SILENT) }]);
    expect(notes).toEqual([]);
  });

  test("with backslashes between folders means folders, and hides no way out", async () => {
    const { files } = await unpacked(makeZip([{ name: "deploy\\pod.yaml", text: SILENT }]));
    expect(files[0]?.name).toBe("deploy/pod.yaml");
    await expectRefused(makeZip([{ name: "..\\pod.yaml", text: SILENT }]), "archive-name");
  });

  test("without entries holds no file to read", async () => {
    const { result } = await deriveUnpacked({ path: "x", files: [{ name: "a.zip", bytes: makeZip([]) }] });
    expect(result.notes.map(({ code }) => code)).toContain("empty");
  });
});

describe("a tar archive", () => {
  test.each([
    ["a hard link", "1"],
    ["a symbolic link", "2"],
    ["a device", "3"],
    ["a device", "4"],
    ["a named pipe", "6"],
    ["a sparse file", "S"],
    ["a kind that is not known", "Z"],
  ])("with %s is refused", async (words, type) => {
    await expectRefused(makeTar([POD, { name: "x.yaml", type }]), "archive-entry-kind", "x.yaml", words);
  });

  test("with a long name, by pax or by GNU, has that name", async () => {
    const name = `${"deep/".repeat(30)}pod.yaml`;
    const gnu = makeTar([
      { name: "././@LongLink", type: "L", text: `${name}\0` },
      { name: "cut.yaml", text: SILENT },
    ]);
    expect((await unpacked(gnu)).files.map((file) => file.name)).toEqual([name]);
    const pax = pack([{ name, bytes: bytes(SILENT) }], AT);
    expect((await unpacked(pax)).files).toEqual([{ name, bytes: Buffer.from(SILENT) }]);
  });

  test("with a size that its header lies about is refused", async () => {
    await expectRefused(makeTar([{ ...POD, size: 1 << 30 }]), "archive-damaged", "pod.yaml");
    await expectRefused(
      makeTar([{ name: "pod.yaml", text: SILENT.repeat(9), size: 10 }]),
      "archive-damaged",
      "checksum",
    );
    const pax = makeTar([{ name: "p", type: "x", text: "26 size=99999999999999999\n" }, POD]);
    await expectRefused(pax, "archive-damaged");
  });

  test("with something behind its end says so", async () => {
    const { notes, files } = await unpacked(Buffer.concat([makeTar([POD]), makeTar([POD])]));
    expect(files).toHaveLength(1);
    expect(notes).toEqual([expect.objectContaining({ level: "warning", code: "archive-trailing" })]);
  });

  test("in gzip that is a bomb is refused before it is unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(90 * 1024 * 1024));
    await expectRefused(bomb, "archive-ratio", "500 times");
  });

  test("as tar itself writes it is read", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cordon-tar-"));
    try {
      writeFileSync(join(folder, "pod.yaml"), SILENT);
      const made = spawnSync("tar", ["-C", folder, "-czf", "-", "."], { maxBuffer: 1 << 24 });
      expect(made.status).toBe(0);
      expect((await unpacked(made.stdout)).files).toEqual([{ name: "pod.yaml", bytes: Buffer.from(SILENT) }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("other files", () => {
  test("settings of a Compose file are read with it, whatever they are called", async () => {
    const text = "services:\n  web: {image: '${WHICH}', env_file: [worker.env]}\n";
    const parts = [
      { name: "compose.yaml", text },
      { name: ".env", text: "WHICH=registry.example/web:1\n" },
      { name: "worker.env", text: "DB_PASSWORD=hunter2-settings\n" },
      { name: ".git/config.yaml", text: "a: 1" },
    ];
    const { result } = await deriveUnpacked({ path: "x", files: [{ name: "a.tar", bytes: makeTar(parts) }] });
    expect(result.capabilities.map(({ id }) => id)).toContain("secret-literal");
    expect(result.notes.map(({ code }) => code)).toContain("file-skipped");
    expect(result.notes.map(({ code }) => code)).not.toContain("unresolved");
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });

  test("one file in gzip is that file", async () => {
    const { files } = await unpacked(gzipSync(SILENT), "pod.yaml.gz");
    expect(files.map(({ name }) => name)).toEqual(["pod.yaml"]);
  });

  test.each([
    ["bzip2", [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41]],
    ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
    ["Zstandard", [0x28, 0xb5, 0x2f, 0xfd]],
  ])("a %s archive is refused by its content", async (called, magic) => {
    await expectRefused(Uint8Array.from([...magic, 0, 0, 0, 0]), "archive-not-read", called);
  });

  test("what is no archive stays as it is", async () => {
    const file = { name: "a.zip", bytes: bytes(SILENT) };
    expect(await unpack([file])).toEqual({
      files: [file],
      notes: [],
      capture: null,
      record: null,
      refused: false,
    });
  });
});
