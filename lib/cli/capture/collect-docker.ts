import { Refusal } from "../io";
import { CaptureFile } from "./capture-file";
import { type Command, type Ended, inShell, runReadOnly } from "./read-only-command";

/** Which containers, and what to say of who captures; no names are all containers of the host. */
export type DockerTarget = { names: string[]; environment: string | null; by: string | null };

const VERSION: Command = ["docker", "version", "--format", "{{json .}}"];
const CONTEXT: Command = ["docker", "context", "show"];
const ALL: Command = ["docker", "ps", "--all", "--quiet", "--no-trunc"];
const inspect = (what: string, names: readonly string[]): Command => [
  "docker",
  what,
  "inspect",
  "--",
  ...names,
];

/** The file that all of it goes to: docker inspect itself mixes containers, images, networks and volumes. */
const FILE = "docker-inspect.json";

/** What else is inspected: how a shell finds it from the containers, and where it stands in their JSON. */
const ATTACHED: { what: string; format: string; of: (container: Inspected) => (string | undefined)[] }[] = [
  { what: "image", format: "{{.Image}}", of: ({ Image }) => [Image] },
  {
    what: "network",
    format: "{{range $name, $_ := .NetworkSettings.Networks}}{{println $name}}{{end}}",
    of: ({ NetworkSettings }) => Object.keys(NetworkSettings?.Networks ?? {}),
  },
  {
    what: "volume",
    format: '{{range .Mounts}}{{if eq .Type "volume"}}{{println .Name}}{{end}}{{end}}',
    of: ({ Mounts }) => (Mounts ?? []).map(({ Type, Name }) => (Type === "volume" ? Name : undefined)),
  },
];

type Inspected = {
  Image?: string;
  NetworkSettings?: { Networks?: Record<string, unknown> };
  Mounts?: { Type?: string; Name?: string }[];
};

/** The commands as a shell would run them; what belongs to the containers is found from them. */
export function dockerScript(names: readonly string[]): string[] {
  const which = names.length > 0 ? inShell(names) : `$(${inShell(ALL)})`;
  return [
    inShell(VERSION),
    inShell(CONTEXT),
    ...(names.length > 0 ? [] : [inShell(ALL)]),
    `docker container inspect -- ${which}`,
    ...ATTACHED.map(
      ({ what, format }) =>
        `docker ${what} inspect -- $(docker container inspect --format ${inShell([format])} -- ${which} | sort -u)`,
    ),
  ];
}

/**
 * Inspects containers and the images, networks and volumes that they use, and packs it.
 * @throws Refusal when docker is not there or nothing could be inspected
 */
export async function collectDocker(
  target: DockerTarget,
  path: string,
  say: (line: string) => void,
): Promise<CaptureFile> {
  const capture = new CaptureFile();
  const capturedAt = new Date().toISOString();
  const known: Ended[] = [];
  for (const command of [VERSION, CONTEXT]) {
    const ended = await runReadOnly(command);
    capture.note(command, ended, ended.exitCode === 0 ? "kept" : "absent");
    known.push(ended);
  }
  const names = target.names.length > 0 ? target.names : await allContainers(capture);
  const containers = await inspected(inspect("container", names), say);
  if (containers.list.length === 0)
    throw new Refusal(`docker: ${containers.ended.said || "nothing was inspected"}`);
  const parts = [containers];
  for (const { what, of } of ATTACHED) {
    const used = [...new Set((containers.list as Inspected[]).flatMap(of))].filter(
      (name) => name !== undefined,
    );
    if (used.length > 0) parts.push(await inspected(inspect(what, used.sort()), say));
  }
  const everything = parts.flatMap(({ list }) => list);
  const text = `${JSON.stringify(everything, null, 2)}\n`;
  const [first, ...rest] = parts;
  capture.keep(first!.command, first!.ended, FILE, text, rest.length > 0 ? ["joined with what follows"] : []);
  for (const { command, ended } of first!.ended.exitCode === 0 ? rest : parts)
    capture.note(command, ended, ended.exitCode === 0 ? "kept" : "failed");
  await capture.write(path, {
    of: "docker",
    capturedAt,
    by: target.by,
    environment: target.environment,
    context: known[1]!.exitCode === 0 ? known[1]!.stdout.toString("utf8").trim().slice(0, 300) || null : null,
    cluster: null,
    namespace: null,
    versions: versionsIn(known[0]!),
  });
  return capture;
}

async function allContainers(capture: CaptureFile): Promise<string[]> {
  const ended = await runReadOnly(ALL);
  if (ended.exitCode !== 0) throw new Refusal(`docker: ${ended.said}`);
  capture.note(ALL, ended, "kept");
  const names = ended.stdout.toString("utf8").split("\n").filter(Boolean);
  if (names.length === 0) throw new Refusal("This host has no container.");
  return names;
}

/** What could be inspected; docker prints the others' names to standard error and fails, which is said. */
async function inspected(command: Command, say: (line: string) => void) {
  const ended = await runReadOnly(command);
  let list: unknown[] = [];
  try {
    const value: unknown = JSON.parse(ended.stdout.toString("utf8"));
    if (Array.isArray(value)) list = value;
  } catch {
    // Said below by the exit code, or by there being nothing.
  }
  if (ended.exitCode !== 0) say(`docker ${command[1]} inspect: ${ended.said || "failed"}`);
  return { command, ended, list };
}

function versionsIn({ stdout }: Ended): Record<string, string> {
  try {
    type Said = { Client?: { Version?: unknown }; Server?: { Version?: unknown } };
    const { Client, Server } = JSON.parse(stdout.toString("utf8")) as Said;
    const known = { docker: Client?.Version, server: Server?.Version };
    return Object.fromEntries(
      Object.entries(known).flatMap(([name, text]) =>
        typeof text === "string" ? [[name, text.slice(0, 300)]] : [],
      ),
    );
  } catch {
    return {};
  }
}
