import { addContainerRows } from "@/lib/authority/engine/container-rows";
import { unsetIn } from "@/lib/authority/engine/fact";
import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import { isSettings } from "@/lib/authority/read/settings";
import type { Rows } from "@/lib/authority/rows";
import type { Workload } from "@/lib/authority/schema";
import { addServiceRows } from "./compose-rows";
import { serviceContainer } from "./container";
import { extendedService } from "./extends";
import type { Layers } from "./layers";
import { projectNetworks } from "./network";
import { type Project, projectsOf } from "./project";
import { projectMounts } from "./volumes";

/** Everything that the services of one input grant; what yields no row is noted. */
export function deriveCompose(
  roots: At[],
  rows: Rows,
  notes: Notes,
  onWorkload: (done: number, all: number) => void,
): Workload[] {
  const projects = projectsOf(roots, notes);
  const counts = new Map<string, number>();
  for (const project of projects)
    for (const name of project.services.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const all = projects.reduce((sum, { services }) => sum + services.size, 0);
  const workloads: Workload[] = [];
  for (const project of projects) {
    const refOf = (name: string) => `service ${counts.get(name) === 1 ? "" : `${project.name}/`}${name}`;
    deriveProject(project, refOf, rows, notes, (workload) => {
      workloads.push(workload);
      if ((workloads.length & 63) === 0) onWorkload(workloads.length, all);
    });
    for (const { root } of project.files) noteUnset(root, notes);
  }
  if (roots.every(({ value }) => isSettings(value)))
    notes.add(
      "info",
      "settings-not-used",
      "these settings stand beside no Compose file, so nothing takes them",
      roots[0],
    );
  else if (workloads.length === 0)
    notes.add("warning", "no-workload", "the input holds no service, so nothing of it yields a row");
  return workloads;
}

function deriveProject(
  project: Project,
  refOf: (name: string) => string,
  rows: Rows,
  notes: Notes,
  onWorkload: (workload: Workload) => void,
): void {
  const services = new Map<string, Layers>();
  const incomplete = new Set<string>();
  for (const [name, written] of project.services) {
    const { service, complete } = extendedService(written, project, notes);
    services.set(name, service);
    if (!complete) incomplete.add(name);
    if (!written.exists)
      notes.add(
        "warning",
        "no-container",
        `service ${name} says nothing, so it is no container`,
        written.first,
      );
  }
  const mounts = projectMounts(services, project.volumes);
  const networks = projectNetworks(services, project.networks);
  for (const [name, service] of services) {
    if (!service.exists) continue;
    const named = { workload: refOf(name), name, complete: !incomplete.has(name) };
    const around = { mounts: mounts.get(name) ?? [], network: networks.get(name)!, project };
    const container = serviceContainer(named, service, around, notes);
    const add = addContainerRows(container, rows, notes);
    addServiceRows(service, services, project, add);
    noteNotRead(name, service, notes);
    onWorkload({ ref: named.workload, containers: [{ name, role: "main" }] });
  }
}

/** What the catalogue has no id for, and yet decides something. */
const NOT_READ: [string, string][] = [
  ["provider", "is run by a program of the host, not as a container"],
  ["credential_spec", "runs under an account of a Windows domain"],
  ["external_links", "is linked to containers of other projects, which are not in the input"],
  ["isolation", "is kept apart as Windows does, which is not read"],
];

function noteNotRead(name: string, service: Layers, notes: Notes): void {
  for (const [field, says] of NOT_READ) {
    const at = service.at(field);
    if (at.exists && at.string() !== "default")
      notes.add("warning", "field-not-read", `service ${name} ${says}; no row says more of ${field}`, at);
  }
}

/** Says of each variable without a value, once a file, where it stands first. */
function noteUnset(root: At, notes: Notes): void {
  const said = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (at: At): void => {
    if (at.value === null || seen.has(at.value)) return;
    seen.add(at.value);
    for (const name of unsetIn(at)) {
      if (said.has(name)) continue;
      said.add(name);
      notes.add(
        "warning",
        "unresolved",
        `the variable ${name} has neither a value in the input nor a default; what depends on it is unknown`,
        at,
      );
    }
    for (const [, child] of at.entries()) visit(child);
    for (const item of at.items()) visit(item);
  };
  visit(root);
}
