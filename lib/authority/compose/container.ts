import type { EngineContainer, Mount } from "@/lib/authority/engine/container";
import { originAt } from "@/lib/authority/engine/fact";
import type { Attachment } from "@/lib/authority/engine/network";
import type { Notes } from "@/lib/authority/notes";
import { contentLiterals, takenBy } from "./config-rows";
import { serviceDevices } from "./devices";
import { serviceEnvironment } from "./environment";
import type { Layers } from "./layers";
import { serviceLiterals } from "./literals";
import { serviceHosts, servicePorts } from "./network";
import type { Project } from "./project";
import { serviceResources, serviceRestart } from "./resources";
import { serviceNamespaces, serviceSecurity } from "./security";

/** A service as the engine would run it. */
export function serviceContainer(
  named: { workload: string; name: string; complete: boolean },
  service: Layers,
  around: { mounts: Mount[]; network: Attachment; project: Project },
  notes: Notes,
): EngineContainer {
  const { project, mounts, network } = around;
  return {
    ...named,
    at: service.first,
    limits: profileLimits(service),
    security: serviceSecurity(service),
    namespaces: serviceNamespaces(service),
    mounts,
    devices: serviceDevices(service),
    network,
    ports: servicePorts(service),
    hosts: serviceHosts(service),
    resources: serviceResources(service),
    restart: serviceRestart(service),
    ...serviceEnvironment(service, project, notes),
    secrets: takenBy(service, "secrets").map(({ name, at, target }) => ({
      name,
      at,
      target,
      origin: originAt(at),
    })),
    literals: [...serviceLiterals(service), ...contentLiterals(service, project)],
    image: imageOf(service),
  };
}

/** A service with profiles starts only with one of them; an empty one is that of no choice at all. */
function profileLimits(service: Layers): string[] {
  const profiles = service.items("profiles").flatMap((at) => at.string() ?? "");
  if (profiles.length === 0 || profiles.includes("")) return [];
  return [`started only with profile ${profiles.sort().join(" or ")}`];
}

function imageOf(service: Layers): EngineContainer["image"] {
  const at = service.at("image");
  const build = service.at("build");
  const context = build.string() ?? build.get("context").string() ?? ".";
  return {
    at,
    reference: at.string(),
    origin: originAt(at),
    built: build.exists
      ? {
          at: build,
          from: build.get("dockerfile_inline").exists ? "a Dockerfile in the configuration" : shown(context),
        }
      : null,
  };
}

/** A build's context may be an address with credentials; only a folder is named. */
const shown = (context: string): string => (/^[\w./~-]{1,200}$/.test(context) ? context : "elsewhere");
