import type { CaptureOutcome } from "@/lib/authority/capture-record";
import { Refusal } from "../io";
import { CaptureFile, type CaptureOrigin } from "./capture-file";
import { bindingsFor, rolesFor } from "./keep-rights";
import {
  BINDINGS,
  type CapturedKind,
  CLUSTER_WIDE,
  isInNamespaces,
  NAMESPACED,
  ROLES,
} from "./kubernetes-kinds";
import { type Command, type Ended, runReadOnly } from "./read-only-command";

/** Which namespace of which cluster, and what to say of who captures. */
export type KubernetesTarget = {
  namespace: string;
  context: string | null;
  environment: string | null;
  by: string | null;
};

/** Every command of a capture, in the order in which they run. */
export function kubernetesCommands({ namespace, context }: KubernetesTarget): {
  cluster: Command[];
  get: { kind: CapturedKind | null; command: Command; file: string }[];
} {
  // One word each: a value can never be taken for an option.
  const where = context === null ? [] : [`--context=${context}`];
  const get = (resource: string, scope: string[]): Command => [
    "kubectl",
    "get",
    resource,
    ...scope,
    "--output=yaml",
    ...where,
  ];
  const own = [`--namespace=${namespace}`];
  const of = (kind: CapturedKind, scope: string[], folder: string) => ({
    kind,
    command: get(kind.resource, scope),
    file: `${folder}/${kind.resource}.yaml`,
  });
  return {
    cluster: [
      ["kubectl", "version", "--output=json", ...where],
      ["kubectl", "config", "current-context"],
      ["kubectl", "config", "view", "--minify", "--output=jsonpath={.contexts[0].context.cluster}", ...where],
    ],
    get: [
      {
        kind: null,
        command: ["kubectl", "get", "namespaces", namespace, "--output=yaml", ...where],
        file: "cluster/namespace.yaml",
      },
      ...NAMESPACED.map((kind) => of(kind, own, "namespace")),
      ...CLUSTER_WIDE.map((kind) => of(kind, [], "cluster")),
      ...[...BINDINGS, ...ROLES].map((kind) =>
        of(kind, isInNamespaces(kind) ? ["--all-namespaces"] : [], "rights"),
      ),
    ],
  };
}

/** How a command that did not work ended, by what kubectl says of it. */
function outcomeOf({ exitCode, said }: Ended): CaptureOutcome {
  if (exitCode === 0) return "kept";
  if (/doesn't have a resource type|could not find the requested resource/.test(said)) return "absent";
  return /\(Forbidden\)|is forbidden/.test(said) ? "forbidden" : "failed";
}

/**
 * Runs the commands, one after the other, and packs what they print.
 * @param say tells a person what goes on, a line at a time
 * @throws Refusal when kubectl is not there, the cluster cannot be reached, or nothing at all could be read
 */
export async function collectKubernetes(
  target: KubernetesTarget,
  path: string,
  say: (line: string) => void,
): Promise<CaptureFile> {
  const { namespace } = target;
  const commands = kubernetesCommands(target);
  const capture = new CaptureFile();
  const capturedAt = new Date().toISOString();
  const [version, context, cluster] = await inOrder(commands.cluster, capture);
  const rights = new Rights(namespace, capture, say);
  for (const { kind, command, file } of commands.get) {
    const ended = await runReadOnly(command);
    const outcome = outcomeOf(ended);
    if (kind === null && outcome === "failed") throw new Refusal(`kubectl: ${ended.said}`);
    const again = outcome === "forbidden" && kind && isInNamespaces(kind);
    if (kind && (BINDINGS.includes(kind) || ROLES.includes(kind)) && outcome === "kept")
      rights.keep(kind, command, ended, file);
    else if (outcome === "kept") keepUnlessEmpty(capture, command, ended, file);
    else {
      capture.note(command, ended, outcome);
      if (outcome !== "absent") say(`${command[2]}: ${outcome} — ${ended.said}`);
    }
    if (again) await rights.inNamespaceOnly(kind, command, file);
  }
  if (capture.count === 0) throw new Refusal(`Nothing of namespace ${namespace} could be read.`);
  const origin: CaptureOrigin = {
    of: "kubernetes",
    capturedAt,
    by: target.by,
    environment: target.environment,
    context: target.context ?? lineOf(context!),
    cluster: lineOf(cluster!),
    namespace,
    versions: versionsIn(version!),
  };
  await capture.write(path, origin);
  return capture;
}

async function inOrder(commands: readonly Command[], capture: CaptureFile): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const command of commands) {
    const one = await runReadOnly(command);
    // What is not known of the cluster stands as such in the record; it takes no row away.
    capture.note(command, one, one.exitCode === 0 ? "kept" : "absent");
    ended.push(one);
  }
  return ended;
}

/** A list of nothing says that there is nothing, which the record says as well. */
function keepUnlessEmpty(capture: CaptureFile, command: Command, ended: Ended, file: string): void {
  const text = ended.stdout.toString("utf8");
  if (/^items: \[\]$/m.test(text)) capture.note(command, ended, "kept");
  else capture.keep(command, ended, file, text);
}

/** Bindings and roles, of which only those are kept that concern the namespace. */
class Rights {
  private readonly bindings: Parameters<typeof rolesFor>[1][number][] = [];

  constructor(
    private readonly namespace: string,
    private readonly capture: CaptureFile,
    private readonly say: (line: string) => void,
  ) {}

  keep(kind: CapturedKind, command: Command, ended: Ended, file: string): void {
    const text = ended.stdout.toString("utf8");
    const kept = BINDINGS.includes(kind)
      ? bindingsFor(this.namespace, text)
      : rolesFor(this.namespace, this.bindings, text);
    if (!kept) {
      this.capture.keep(command, ended, file, text);
      return;
    }
    if (BINDINGS.includes(kind)) this.bindings.push(...kept.items);
    const changes = [`${kept.kept} of ${kept.of} items kept: those that concern the namespace`];
    if (kept.kept === 0) this.capture.note(command, ended, "kept");
    else this.capture.keep(command, ended, file, kept.text, kept.kept === kept.of ? [] : changes);
  }

  /** Whoever may not look everywhere may still look in the one namespace. */
  async inNamespaceOnly(kind: CapturedKind, everywhere: Command, file: string): Promise<void> {
    const own = everywhere.map((word) =>
      word === "--all-namespaces" ? `--namespace=${this.namespace}` : word,
    ) as unknown as Command;
    const ended = await runReadOnly(own);
    if (ended.exitCode === 0) {
      this.keep(kind, own, ended, file);
      return;
    }
    this.capture.note(own, ended, outcomeOf(ended));
    this.say(`${own[2]} in the namespace: ${outcomeOf(ended)} — ${ended.said}`);
  }
}

const lineOf = ({ exitCode, stdout }: Ended): string | null =>
  (exitCode === 0 && stdout.toString("utf8").trim().replace(/\p{C}/gu, "").slice(0, 300)) || null;

/** The versions of kubectl and of the server, as far as kubectl told them. */
function versionsIn({ stdout }: Ended): Record<string, string> {
  try {
    const said = JSON.parse(stdout.toString("utf8")) as Record<string, { gitVersion?: unknown } | undefined>;
    const versions = { kubectl: said.clientVersion?.gitVersion, server: said.serverVersion?.gitVersion };
    return Object.fromEntries(
      Object.entries(versions).flatMap(([name, text]) =>
        typeof text === "string" ? [[name, text.replace(/\p{C}/gu, "").slice(0, 300)]] : [],
      ),
    );
  } catch {
    return {};
  }
}
