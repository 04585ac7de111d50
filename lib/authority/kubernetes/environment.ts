import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { KubeIndex } from "./kube-index";
import type { Container, Pod } from "./pod";

/** A variable as the container sees it; `value` is null where it comes from what is not in the input. */
export type Variable = { name: string; value: string | null; at: At };

/**
 * A container's environment: ConfigMaps of the input are followed, what is written under `env` counts more than
 * what `envFrom` brings, and of one name the last counts. Source: Container v1 core, `env` and `envFrom`.
 */
export function environmentOf(
  pod: Pod,
  container: Container,
  index: KubeIndex,
  notes: Notes,
): Map<string, Variable> {
  const found = new Map<string, Variable>();
  for (const source of container.at.get("envFrom").items()) {
    const reference = source.path("configMapRef", "name").string();
    const prefix = source.get("prefix").string() ?? "";
    const data = reference === null ? undefined : dataOf(index, pod, reference);
    for (const [key, at] of data?.entries() ?? [])
      found.set(prefix + key, { name: prefix + key, value: at.string() ?? "", at: source });
  }
  const written = new Set<string>();
  for (const entry of container.at.get("env").items()) {
    const name = entry.get("name").string();
    if (name === null) continue;
    if (written.has(name)) {
      notes.add(
        "info",
        "duplicate-env",
        `container ${container.name} sets ${name} twice; the last one counts`,
        entry,
      );
    }
    written.add(name);
    found.set(name, { name, value: valueIn(entry, pod, index), at: entry });
  }
  return found;
}

function valueIn(entry: At, pod: Pod, index: KubeIndex): string | null {
  const value = entry.get("value");
  if (value.exists) return value.unresolved ? null : value.string();
  if (!entry.get("valueFrom").exists) return "";
  const reference = entry.path("valueFrom", "configMapKeyRef");
  const name = reference.get("name").string();
  const key = reference.get("key").string();
  if (name === null || key === null) return null;
  return dataOf(index, pod, name)?.get(key).string() ?? null;
}

const dataOf = (index: KubeIndex, pod: Pod, name: string): At | undefined =>
  index.configMaps.get(`${pod.namespace}/${name}`)?.at.get("data");
