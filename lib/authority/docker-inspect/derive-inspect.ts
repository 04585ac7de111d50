import type { EngineContainer } from "@/lib/authority/engine/container";
import { addContainerRows } from "@/lib/authority/engine/container-rows";
import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import type { Workload } from "@/lib/authority/schema";
import type { Host } from "./host";
import { environmentOf, literalsOf, secretsOf } from "./literals";
import { mountsOf } from "./mounts";
import { attachmentOf, portsOf } from "./network";
import type { Inspected } from "./objects";
import { resourcesOf, restartOf } from "./resources";
import { devicesOf, namespacesOf, securityOf } from "./security";

/** Everything that the containers of one host are granted; what yields no row is noted. */
export function deriveInspect(
  host: Host,
  rows: Rows,
  notes: Notes,
  onWorkload: (done: number, all: number) => void,
): Workload[] {
  const { containers } = host;
  const workloads = containers.map((object, done): Workload => {
    const container = containerOf(object, host);
    const add = addContainerRows(container, rows, notes);
    const sessions = object.at.get("ExecIDs");
    if (sessions.items().length > 0)
      add("debug-container", sessions, "explicit", {
        anchor: "exec",
        target: `${sessions.items().length} commands that were started in it`,
        detail: "commands that were started in it, perhaps by its own health check",
      });
    if ((done & 63) === 0) onWorkload(done, containers.length);
    return { ref: container.workload, containers: [{ name: container.name, role: "main" }] };
  });
  noteOthers(host, notes);
  if (containers.length === 0)
    notes.add("warning", "no-workload", "the input holds no container, so nothing of it yields a row");
  return workloads;
}

function containerOf({ name, at }: Inspected, host: Host): EngineContainer {
  return {
    workload: `container ${name}`,
    name,
    at,
    complete: true,
    limits: [],
    security: securityOf(at, host),
    namespaces: namespacesOf(at, host),
    mounts: mountsOf(name, at, host),
    devices: devicesOf(at),
    network: attachmentOf(name, at, host),
    ports: portsOf(at),
    hosts: at
      .path("HostConfig", "ExtraHosts")
      .items()
      .flatMap((item) =>
        item.string() === null ? [] : [{ value: item.string()!, at: item, origin: "explicit" as const }],
      ),
    resources: resourcesOf(at),
    restart: restartOf(at),
    environment: environmentOf(at),
    missingFiles: [],
    secrets: secretsOf(at),
    literals: literalsOf(at),
    image: imageOf(at, host),
  };
}

/** The image as it was named; one that was named by its id is called as the inspected image says. */
function imageOf(at: At, host: Host): EngineContainer["image"] {
  const written = [at.path("Config", "Image"), at.get("ImageName")].find((place) => place.string());
  const place = written ?? at.get("Image");
  const text = place.string();
  const id = (text ?? "").replace(/^sha256:/, "");
  const image = host.images.get(id);
  const known = image?.get("RepoDigests").strings()[0] ?? image?.get("RepoTags").strings()[0];
  return { at: place, reference: known ?? text, origin: "explicit", built: null };
}

/** Images, networks and volumes say more of the containers, and grant nothing by themselves. */
function noteOthers({ objects }: Host, notes: Notes): void {
  for (const kind of ["image", "network", "volume"] as const) {
    const names = objects.filter((object) => object.kind === kind).map(({ name }) => name);
    if (names.length === 0) continue;
    const some = names.slice(0, 10).join(", ") + (names.length > 10 ? ` and ${names.length - 10} more` : "");
    notes.add(
      "info",
      "no-row",
      `${kind} ${some}: no row of its own; what it means is read together with the containers`,
    );
  }
}
