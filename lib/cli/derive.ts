import { readFormats } from "@/lib/authority/readers";
import { type DeriveResult, type Format, formatSchema } from "@/lib/authority/schema";
import { deriveUnpacked } from "@/lib/authority/server/derive-unpacked";
import { tableOf } from "./derive-table";
import { filesOf } from "./input-files";

/** What a command writes to and reads from; process.stdout and the like, or a test's own. */
export type CommandStreams = {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  stdin: NodeJS.ReadableStream;
};

const USAGE = `Usage: cordon derive [--format FORMAT] [--json | --canonical] PATH…

Says what a configuration grants to the code it runs. Each PATH is a file, a directory
whose files together are one system, a .zip, .tar.gz or .tar of one, or - for standard input.

  --format FORMAT  auto (the default), ${readFormats()}
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
    const { result, canonical, read } = await deriveUnpacked({ path, files, format: options.format });
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

function print(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((done, fail) => stream.write(text, (error) => (error ? fail(error) : done())));
}
