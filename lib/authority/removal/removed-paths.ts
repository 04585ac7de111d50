import { objectSteps, type PatchRow, stepsOf, valueAt } from "./source-text";

const LISTS = ["containers", "initContainers", "ephemeralContainers"];

/**
 * What goes when a row goes: its field, the whole entry of a variable, or a volume with all of its mounts.
 * Null where only the whole object can go.
 */
export function removedPaths(row: PatchRow, root: unknown): string[][] | null {
  const steps = stepsOf(row.source.pointer);
  const inObject = steps.slice(objectSteps(steps));
  if (inObject.length === 0 || (inObject.length === 1 && /^(spec|roleRef)$/.test(inObject[0]!))) return null;
  const source = steps.lastIndexOf("sources");
  if (source > 0 && steps[source - 1] === "projected") return [steps.slice(0, source + 2)];
  const volumes = steps.lastIndexOf("volumes");
  if (volumes > 0 && steps.length > volumes + 1 && row.id !== "rlimits-shm-oom")
    return volumeWithMounts(steps.slice(0, volumes + 2), root);
  const entry = steps.findLastIndex((step) => step === "env" || step === "envFrom");
  if (entry > 0 && steps.length > entry + 1) return [steps.slice(0, entry + 2)];
  return [steps];
}

function volumeWithMounts(volume: string[], root: unknown): string[][] {
  const spec = volume.slice(0, -2);
  const name = valueAt(root, [...volume, "name"]);
  const paths = [volume];
  // Stored text may show one and the same word for names that it does not show.
  if (typeof name !== "string" || !/^[a-z0-9-]+$/.test(name)) return paths;
  for (const list of LISTS) {
    for (const [i, container] of itemsAt(root, [...spec, list])) {
      for (const field of ["volumeMounts", "volumeDevices"]) {
        for (const [n, mount] of itemsAt(container, [field]))
          if (valueAt(mount, ["name"]) === name) paths.push([...spec, list, i, field, n]);
      }
    }
  }
  return paths;
}

function itemsAt(root: unknown, steps: string[]): [string, unknown][] {
  const list = valueAt(root, steps);
  return Array.isArray(list) ? list.map((item, i) => [String(i), item]) : [];
}
