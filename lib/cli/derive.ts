import { open, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { deriveWithCanonical } from "@/lib/authority/derive";
import { LIMITS } from "@/lib/authority/limits";
import {
  type DeriveResult,
  type Format,
  formatSchema,
  type InputFile,
  type Note,
} from "@/lib/authority/schema";
import { tableOf } from "./derive-table";

/** What a command writes to and reads from; process.stdout and the like, or a test's own. */
export type CommandStreams = {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  stdin: NodeJS.ReadableStream;
};

const USAGE = `Usage: cordon derive [--format FORMAT] [--json | --canonical] PATH…

Says what a configuration grants to the code it runs. Each PATH is a file, a directory
whose files together are one system, or - for standard input.

  --format FORMAT  auto (the default) or kubernetes; nothing else is read yet
  --json           one JSON object a line, one line a PATH
  --canonical      the text that the configuration digest is the SHA-256 of
  --help, -h       this text

Exit status 0: everything was read. 2: something could not be read or understood; the notes say what.
`;

type Options = { format: Format | "auto"; output: "table" | "json" | "canonical"; paths: string[] };

/** The command `derive`. @returns the exit status: 0, or 2 when a PATH could not be read or understood. */
export async function run(args: string[], io: CommandStreams): Promise<number> {
  const options = parseArguments(args);
  if (options === "help") {
    io.stdout.write(USAGE);
    return 0;
  }
  if (typeof options === "string") {
    io.stderr.write(`${options}\n\n${USAGE}`);
    return 2;
  }
  let status = 0;
  for (const path of options.paths) {
    const { files, notes } = await filesOf(path, io.stdin);
    const { result, canonical, read } = deriveWithCanonical({ path, files, format: options.format });
    const unread = files.length === 0 && notes.some((note) => note.level === "error");
    result.notes = unread ? notes : [...notes, ...result.notes];
    if (result.notes.some((note) => note.level === "error")) status = 2;
    for (const piece of textOf(options, result, read ? canonical : null)) await print(io.stdout, piece);
    if (options.output === "canonical")
      for (const note of result.notes) if (note.level === "error") io.stderr.write(`${note.message}\n`);
  }
  return status;
}

/** `canonical` is null where nothing was read: then there is no text to hash, and no digest is shown to people. */
function* textOf(options: Options, result: DeriveResult, canonical: string | null): Generator<string> {
  if (options.output === "canonical") yield canonical ?? "";
  else if (options.output === "table") yield tableOf(result, canonical !== null);
  else yield* jsonLine(result);
}

/** One line of JSON, in pieces: a large result as one text would be past the longest text there is. */
function* jsonLine(result: DeriveResult): Generator<string> {
  let before = "{";
  for (const [name, value] of Object.entries(result)) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ",";
    if (!Array.isArray(value)) {
      yield JSON.stringify(value);
      continue;
    }
    yield "[";
    for (let i = 0; i < value.length; i += 1_000) {
      yield (i > 0 ? "," : "") + JSON.stringify(value.slice(i, i + 1_000)).slice(1, -1);
    }
    yield "]";
  }
  yield "}\n";
}

function parseArguments(args: string[]): Options | "help" | string {
  const options: Options = { format: "auto", output: "table", paths: [] };
  for (let i = 0; i < args.length; i += 1) {
    const argument = args[i]!;
    if (argument === "--help" || argument === "-h") return "help";
    if (argument === "--json" || argument === "--canonical") {
      if (options.output !== "table") return "Give --json or --canonical, not both.";
      options.output = argument === "--json" ? "json" : "canonical";
    } else if (argument === "--format" || argument.startsWith("--format=")) {
      const value = argument === "--format" ? args[++i] : argument.slice("--format=".length);
      const format = formatSchema.safeParse(value);
      if (value !== "auto" && (!format.success || format.data === "unknown"))
        return `There is no format ${value ?? "(nothing)"}.`;
      options.format = format.data ?? "auto";
    } else if (argument === "--") {
      options.paths.push(...args.slice(i + 1));
      break;
    } else if (argument.startsWith("-") && argument !== "-") return `There is no option ${argument}.`;
    else options.paths.push(argument);
  }
  return options.paths.length === 0 ? "Say which PATH to read." : options;
}

type Found = { files: InputFile[]; notes: Note[] };

async function filesOf(path: string, stdin: NodeJS.ReadableStream): Promise<Found> {
  const found: Found = { files: [], notes: [] };
  try {
    if (path === "-") found.files.push({ name: "-", bytes: await readStream(stdin) });
    else if ((await stat(path)).isDirectory()) await readFolder(path, "", found, 0);
    else found.files.push({ name: basename(path), bytes: await readBounded(path) });
    if (found.files.length === 0 && found.notes.every((note) => note.level !== "error")) {
      found.notes.push(errorNote("empty", `${path}: the directory holds no YAML or JSON file.`));
    }
  } catch (error) {
    found.notes.push(errorNote("unreadable", `${path}: ${reasonOf(error)}`));
  }
  return found;
}

const errorNote = (code: string, message: string): Note => ({ level: "error", code, message });

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "there is no such file or directory.";
  if (code === "EACCES" || code === "EPERM") return "there is no permission to read it.";
  return `it cannot be read (${code ?? "unknown reason"}).`;
}

/** Files of a folder and of the folders in it; links are not followed, and nothing is left out without a note. */
async function readFolder(root: string, below: string, found: Found, depth: number): Promise<void> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory() && depth < 20 && !entry.name.startsWith("."))
      await readFolder(root, name, found, depth + 1);
    else if (entry.isFile() && /\.(ya?ml|json)$/i.test(entry.name)) {
      try {
        found.files.push({ name, bytes: await readBounded(join(root, name)) });
      } catch (error) {
        found.notes.push(errorNote("unreadable", `${name}: ${reasonOf(error)}`));
      }
    } else {
      found.notes.push({
        level: "info",
        code: "file-skipped",
        message: `${name}: not read, only .yaml, .yml and .json files are.`,
      });
    }
  }
}

/** A file's bytes, at most one more than is accepted, so that `derive` refuses what is larger. */
async function readBounded(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const most = LIMITS.fileBytes + 1;
    const buffer = Buffer.alloc(Math.min(size > 0 ? size : most, most));
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}

async function readStream(stream: NodeJS.ReadableStream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    chunks.push(bytes);
    length += bytes.length;
    if (length > LIMITS.fileBytes) break;
  }
  return Buffer.concat(chunks);
}

function print(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((done, fail) => stream.write(text, (error) => (error ? fail(error) : done())));
}
