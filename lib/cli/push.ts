import { parseArgs } from "node:util";
import type { Preview } from "@/lib/review/authority/preview";
import { PROVENANCES } from "@/lib/review/vocabulary";
import type { CommandStreams } from "./derive";
import { Refusal, UsageError } from "./io";
import { type Api, apiAt, isInClear, Refused } from "./push/api";
import { type Gathered, gather } from "./push/gather";
import { isWider, noteLines, plain, wordsOf } from "./push/words";

const USAGE = `Usage: cordon push --url U --review R --environment E [--provenance P] [--yes] [--fail-on-wider] PATH…

Shows what attaching a configuration to a review would change, and attaches it with --yes. The PATHs are one
system: files, directories, .zip, .tar.gz or .tar, what collect packed, - for standard input. Literal secrets
are replaced before anything is sent. The token is read from CORDON_TOKEN, else from standard input.

  --url U            the address of Cordon; nothing else is asked, and no redirect is followed
  --review R         the review's id, as its address has it
  --environment E    what it is deployed as, for example production
  --provenance P     captured, rendered or template; a capture says so itself
  --yes              attach it; what a container is stays as it was said, new ones stay undecided.
                     The newest configuration once more is not attached again
  --fail-on-wider    exit status 3 when it grants more than what is attached or signed
  --help, -h         this text

Exit status 0: done, and nothing is wider, or nobody asked. 3: wider. 2: it could not be read. 1: anything else.
`;

const OPTIONS = {
  url: { type: "string" },
  review: { type: "string" },
  environment: { type: "string" },
  provenance: { type: "string" },
  yes: { type: "boolean" },
  "fail-on-wider": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Order = {
  url: string;
  review: string;
  environment: string;
  provenance: string | null;
  attach: boolean;
  failOnWider: boolean;
  paths: string[];
};

/** `cordon push …`: brings a configuration to a review, from a shell, CI or a CronJob. */
export async function run(
  args: string[],
  io: CommandStreams,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  try {
    const order = parsed(args);
    if (order === "help") {
      io.stdout.write(USAGE);
      return 0;
    }
    const api = apiAt(order.url, await tokenFrom(env, order.paths, io.stdin));
    if (isInClear(order.url)) io.stderr.write("The token goes over plain http, readable on the way.\n");
    return await push(order, api, io);
  } catch (error) {
    if (error instanceof UsageError) io.stderr.write(`${error.message}\n\n${USAGE}`);
    else if (error instanceof Refusal) {
      const notes = error instanceof Refused ? noteLines(error.notes as Gathered["notes"]) : [];
      io.stderr.write(`${[error.message, ...notes].map(plain).join("\n")}\n`);
      if (error instanceof Refused && (error.status === 413 || error.status === 422)) return 2;
    } else throw error;
    return 1;
  }
}

async function push(order: Order, api: Api, io: CommandStreams): Promise<number> {
  const { archive, files, replaced, notes } = await gather(order.paths, io.stdin);
  if (archive === null || files === 0) {
    const nothing = archive === null ? [] : ["There is no configuration in this."];
    io.stderr.write(`${[...nothing, ...noteLines(notes)].map(plain).join("\n").trimStart()}\n`);
    return 2;
  }
  if (replaced > 0)
    io.stderr.write(`${replaced} ${replaced === 1 ? "value" : "values"} that may be secret are not sent.\n`);
  const path = `/reviews/${order.review}/configurations`;
  const query = new URLSearchParams({ name: "push.tar.gz", environment: order.environment });
  if (order.provenance) query.set("provenance", order.provenance);
  const send = (where: string) => api.post(`${where}?${query}`, "application/gzip", archive);
  const preview = asPreview(await send(`${path}/preview`));
  io.stdout.write(wordsOf({ ...preview, notes: together(notes, preview.notes) }));
  if (preview.notes.some(({ level }) => level === "error")) {
    io.stderr.write("Some of it could not be read, so nothing was attached.\n");
    return 2;
  }
  if (order.attach) {
    query.set("provenance", preview.provenance);
    query.set("configDigest", preview.configDigest);
    io.stdout.write(`\n${await attached(preview, () => send(path))}\n`);
  }
  return order.failOnWider && isWider(preview) ? 3 : 0;
}

/** What was remarked here and there, each once. */
const together = (here: Gathered["notes"], there: Gathered["notes"]): Gathered["notes"] => [
  ...new Map([...here, ...there].map((note) => [note.message, note])).values(),
];

async function attached({ against }: Preview, send: () => Promise<unknown>): Promise<string> {
  if (against?.sameConfiguration)
    return `It is configuration ${against.number} already; nothing was attached.`;
  const { number } = (await send()) as { number?: unknown };
  return `Attached as configuration ${Number(number)}.`;
}

function asPreview(said: unknown): Preview {
  const { configDigest, counts } = (said ?? {}) as Partial<Preview>;
  if (typeof configDigest !== "string" || typeof counts !== "object")
    throw new Refusal("What answers there is not Cordon, or not of this version.");
  return said as Preview;
}

/** @throws Refusal when there is none: a token is never an argument, which everybody on the machine can read */
async function tokenFrom(
  env: NodeJS.ProcessEnv,
  paths: string[],
  stdin: CommandStreams["stdin"],
): Promise<string> {
  if (env.CORDON_TOKEN) return env.CORDON_TOKEN.trim();
  const none = "Set CORDON_TOKEN, or give the token on standard input.";
  if (paths.includes("-") || (stdin as { isTTY?: boolean }).isTTY) throw new Refusal(none);
  let text = "";
  for await (const chunk of stdin) {
    text += chunk;
    if (text.length > 1_000) break;
  }
  if (!text.trim()) throw new Refusal(none);
  return text.trim();
}

function parsed(args: string[]): Order | "help" {
  let given: ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>;
  try {
    given = parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split(". ", 1)[0]!.replace(/\.?$/, "."));
  }
  const { values, positionals } = given;
  if (values.help) return "help";
  const { url, review, environment, provenance = null } = values;
  if (!url || !review || !environment?.trim()) throw new UsageError("Say --url, --review and --environment.");
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(review))
    throw new UsageError("--review is the id in the review's address, like 019ad1f0-….");
  if (provenance !== null && !Object.hasOwn(PROVENANCES, provenance))
    throw new UsageError("--provenance is captured, rendered or template.");
  if (positionals.length === 0) throw new UsageError("Say which PATH to send.");
  return {
    url,
    review,
    environment: environment.trim(),
    provenance,
    attach: values.yes ?? false,
    failOnWider: values["fail-on-wider"] ?? false,
    paths: positionals,
  };
}
