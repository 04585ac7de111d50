import { parseArgs } from "node:util";
import type { CaptureFile } from "./capture/capture-file";
import { whoAmI } from "./capture/capture-file";
import { collectDocker, dockerScript } from "./capture/collect-docker";
import { collectKubernetes, kubernetesCommands } from "./capture/collect-kubernetes";
import { inShell } from "./capture/read-only-command";
import type { CommandStreams } from "./derive";
import { Refusal, UsageError } from "./io";

const USAGE = `Usage: cordon collect kubernetes --namespace N [--context C] [--run FILE.tar.gz]
       cordon collect docker --all | NAME… [--run FILE.tar.gz]

Prints the read-only commands that tell what is deployed, and runs none of them. Secrets are never asked for.

  --run FILE.tar.gz  run them, and pack what they print with where it comes from; values that
                     may be secret are replaced before anything is written
  --namespace N      the namespace; who may do what in it is asked of the whole cluster
  --context C        a context of the kubeconfig other than the current one
  --all              every container of the host, stopped ones too
  --environment E    what the review calls it, for example production
  --who              say in the capture who made it, as user@host
  --help, -h         this text

Exit status 0: done, and what could not be read is said. 1: nothing could be captured. 2: wrong use.
`;

const OPTIONS = {
  namespace: { type: "string" },
  context: { type: "string" },
  run: { type: "string" },
  environment: { type: "string" },
  all: { type: "boolean" },
  who: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const CONTAINER = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,254}$/;

type Values = ReturnType<typeof parsed>["values"];

/** `cordon collect …`: captures what a namespace or a Docker host really runs. */
export async function run(args: string[], io: CommandStreams): Promise<number> {
  try {
    const { values, positionals } = parsed(args);
    if (values.help) {
      io.stdout.write(USAGE);
      return 0;
    }
    const [what, ...names] = positionals;
    if (what === "kubernetes") return await kubernetes(values, names, io);
    if (what === "docker") return await docker(values, names, io);
    throw new UsageError(
      what ? `There is nothing called ${what} to collect from.` : "Say what to collect from.",
    );
  } catch (error) {
    if (error instanceof UsageError) io.stderr.write(`${error.message}\n\n${USAGE}`);
    else if (error instanceof Refusal) io.stderr.write(`${error.message}\n`);
    else throw error;
    return error instanceof UsageError ? 2 : 1;
  }
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split(". ", 1)[0]!.replace(/\.?$/, "."));
  }
}

async function kubernetes(values: Values, names: string[], io: CommandStreams): Promise<number> {
  const { namespace, context } = values;
  if (names.length > 0 || values.all) throw new UsageError("A capture of Kubernetes is of one --namespace.");
  if (!namespace) throw new UsageError("Say which --namespace.");
  if (!NAMESPACE.test(namespace))
    throw new UsageError(`${JSON.stringify(namespace)} is no name of a namespace.`);
  if (context !== undefined && !/^[^\p{C}]{1,300}$/u.test(context))
    throw new UsageError("This is no name of a context.");
  const target = { namespace, context: context ?? null, ...common(values) };
  if (values.run === undefined) {
    const { cluster, get } = kubernetesCommands(target);
    const lines = [...cluster, ...get.map(({ command }) => command)].map(inShell);
    io.stdout.write(`${lines.join("\n")}\n`);
    io.stderr.write(
      "Nothing was run. Roles and bindings are asked of all namespaces, of this one alone where that is not allowed. Run them with --run FILE.tar.gz.\n",
    );
    return 0;
  }
  const say = (line: string) => void io.stderr.write(`${line}\n`);
  finish(await collectKubernetes(target, values.run, say), values.run, io);
  return 0;
}

async function docker(values: Values, names: string[], io: CommandStreams): Promise<number> {
  if (values.namespace !== undefined || values.context !== undefined)
    throw new UsageError("--namespace and --context belong to kubernetes; docker takes DOCKER_CONTEXT.");
  if (Boolean(values.all) === names.length > 0) throw new UsageError("Name containers, or say --all.");
  const odd = names.find((name) => !CONTAINER.test(name));
  if (odd !== undefined) throw new UsageError(`${JSON.stringify(odd)} is no name of a container.`);
  if (values.run === undefined) {
    io.stdout.write(`${dockerScript(names).join("\n")}\n`);
    io.stderr.write("Nothing was run. Run them with --run FILE.tar.gz.\n");
    return 0;
  }
  const say = (line: string) => void io.stderr.write(`${line}\n`);
  finish(await collectDocker({ names, ...common(values) }, values.run, say), values.run, io);
  return 0;
}

function common({ environment, who }: Values): { environment: string | null; by: string | null } {
  const said = environment?.trim() ?? null;
  if (said !== null && !/^[^\p{C}]{1,100}$/u.test(said))
    throw new UsageError("This is no name of an environment.");
  return { environment: said, by: who ? whoAmI() : null };
}

function finish(capture: CaptureFile, path: string, io: CommandStreams): void {
  const missing = capture.outcomes("forbidden").length + capture.outcomes("failed").length;
  io.stdout.write(
    [
      `${path}: ${capture.count} ${capture.count === 1 ? "file" : "files"}, readable by you alone.`,
      `${capture.replaced} ${capture.replaced === 1 ? "value" : "values"} that may be secret were replaced before writing, and comments left out; look at it before you send it.`,
      ...(missing > 0 ? [`${missing} commands were refused or failed; the capture says which.`] : []),
      "",
    ].join("\n"),
  );
}
