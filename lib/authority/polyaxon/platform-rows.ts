import { cleanPath } from "@/lib/authority/host-paths";
import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { addConnection } from "./connection-rows";
import type { Operation } from "./operation";

/** Rows of what Polyaxon itself gives a run: its plugins, an address, an end, and starting again. */
export function addPlatformRows(operation: Operation, restarts: At[], rows: Rows, notes: Notes): void {
  addPlugins(operation, rows, notes);
  addService(operation, rows);
  addTermination(operation, restarts, rows);
}

/** Source: Polyaxon, V1Plugins: auth and shm are on unless they are switched off, docker is off. */
function addPlugins({ ref, plugins, root }: Operation, rows: Rows, notes: Notes): void {
  const docker = plugins.get("docker");
  if (docker.unresolved || docker.boolean())
    rows.add("runtime-socket", docker, docker.unresolved ? "unknown" : "explicit", {
      anchor: cleanPath("/run/docker.sock"),
      target: "/var/run/docker.sock",
      authority: "platform-automatic",
      detail: "plugins.docker mounts the node's socket",
    });
  const auth = plugins.get("auth");
  if (auth.unresolved || auth.boolean() !== false)
    rows.add("sandbox-control-key", auth.exists ? auth : root, originOf(auth), {
      anchor: "Polyaxon token",
      target: "the Polyaxon API, with the rights of whoever started the run",
      authority: "platform-automatic",
      detail: "a token of Polyaxon for the run",
    });
  const shm = plugins.get("shm");
  if (shm.unresolved || shm.boolean() !== false)
    rows.add("rlimits-shm-oom", shm.exists ? shm : root, originOf(shm), {
      anchor: "/dev/shm",
      target: "/dev/shm in memory, without a size",
      authority: "platform-automatic",
    });
  const store = plugins.get("mountArtifactsStore");
  if (store.unresolved || store.boolean())
    addConnection("artifacts store", store, "by plugins.mountArtifactsStore", rows);
  notes.add(
    "info",
    "added-by-agent",
    `${ref}: the agent adds containers of its own (init, and a sidecar that collects logs and artifacts); they, hostIPC and runtimeClassName, for which Polyaxon has no field, presets of its project, and whatever admission changes are not in the input`,
    root,
  );
}

const originOf = (at: At) => (at.unresolved ? "unknown" : at.exists ? "explicit" : "default");

/** A service is served by Polyaxon's gateway, which asks who calls unless it is external. */
function addService({ run }: Operation, rows: Rows): void {
  if (!/^(service|notebook|tensorboard)$/.test(run.get("kind").string() ?? "")) return;
  const external = run.get("isExternal");
  const isExternal = external.boolean() === true;
  const ports = run.get("ports").items();
  const places: [string, At][] = ports.map((at) => [at.string() ?? "", at]);
  for (const [port, at] of places.length > 0 ? places : [["", run.get("kind")] as [string, At]])
    rows.add("ingress-exposed", at, external.unresolved ? "unknown" : "explicit", {
      anchor: port ? `port ${port}` : "service",
      target: port ? `port ${port}, by Polyaxon's gateway` : "Polyaxon's gateway",
      extent: port ? [port] : [],
      limits: isExternal ? [] : ["the gateway asks who calls"],
      ...(isExternal && { detail: "isExternal: the gateway asks nobody who they are" }),
    });
}

/** Source: Polyaxon, V1Termination: a timeout in seconds, retries, and culling of idle services. */
function addTermination({ run, termination }: Operation, restarts: At[], rows: Rows): void {
  const places = [termination.get("timeout"), run.get("activeDeadlineSeconds")];
  const ends = places
    .map((at) => at.integer())
    .filter((seconds) => seconds !== undefined && seconds > 0n) as bigint[];
  const least = ends.reduce<bigint | null>((best, one) => (best === null || one < best ? one : best), null);
  if (least !== null) rows.bound("time", null, String(least));
  else {
    const idle = termination.path("culling", "timeout").string();
    rows.add("time-unlimited", places[0]!, places[0]!.unresolved ? "unknown" : "default", {
      target: "time",
      limits: idle && /^\d{1,12}$/.test(idle) ? [`ended after ${idle} seconds without use`] : [],
    });
  }
  const retries = termination.get("maxRetries");
  const most = retries.integer();
  const policies = restarts.filter((at) =>
    /^(Always|OnFailure)$/.test(at.oneOf(["Always", "OnFailure", "Never"]) ?? ""),
  );
  if (most !== undefined && most > 0n)
    rows.add("restart-amplification", retries, "explicit", {
      target: `up to ${most} times`,
      extent: [String(most)],
    });
  else if (policies[0])
    rows.add("restart-amplification", policies[0], "explicit", {
      target: `restart policy ${policies[0].string()}`,
      extent: [policies[0].string() ?? ""],
    });
  else if (retries.unresolved) rows.add("restart-amplification", retries, "unknown");
}
