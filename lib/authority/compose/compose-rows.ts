import type { AddRow } from "@/lib/authority/engine/container-rows";
import { booleanFact } from "@/lib/authority/engine/fact";
import { addBuildRows } from "./build-rows";
import { addConfigRows } from "./config-rows";
import type { Layers } from "./layers";
import type { Project } from "./project";
import type { Services } from "./volumes";

/** Rows of what only Compose has: the engine's socket by a switch, hooks, builds, configs, an engine beside it. */
export function addServiceRows(service: Layers, services: Services, project: Project, add: AddRow): void {
  const socket = booleanFact(service.at("use_api_socket"));
  if (socket.value === true || socket.origin === "unknown")
    add("runtime-socket", socket.at, socket.origin, {
      anchor: "/run/docker.sock",
      target: "the engine's socket, by use_api_socket",
      detail: "with the credentials of whoever starts it",
    });
  for (const hook of ["post_start", "pre_stop"]) for (const at of service.items(hook)) addHook(hook, at, add);
  addEngineBeside(service, services, add);
  addBuildRows(service, add);
  addConfigRows(service, project, add);
}

function addHook(hook: string, at: ReturnType<Layers["at"]>, add: AddRow): void {
  const text = { anchor: hook, target: `the commands of ${hook}`, detail: `the commands of ${hook}` };
  const privileged = booleanFact(at.get("privileged"));
  if (privileged.value === true || privileged.origin === "unknown")
    add("privileged", privileged.at, privileged.origin, text);
  const user = at.get("user");
  if (/^(0+|root)(:|$)/.test(user.string() ?? "")) add("run-as-root", user, "explicit", text);
}

const ENGINE_IMAGE = /(^|\/)docker:[^@]*dind|(^|\/)dind([:@]|$)/;

/** A service that waits for an engine in a container most likely uses it; that alone does not say so. */
function addEngineBeside(service: Layers, services: Services, add: AddRow): void {
  if (service.pairs("environment").has("DOCKER_HOST")) return;
  for (const [name, layers] of service.members("depends_on")) {
    if (!ENGINE_IMAGE.test(services.get(name)?.at("image").string() ?? "")) continue;
    const at = layers.exists ? layers.at() : service.at("depends_on");
    add("runtime-api-tcp", at, "unknown", {
      anchor: `service ${name}`,
      target: `the engine in service ${name}`,
    });
  }
}
