import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import type { KubeIndex } from "./kube-index";
import type { Container, Pod } from "./pod";

const STANDARD = "pod-security.kubernetes.io/";

/** A Pod Security standard of the namespace that is only warned about or recorded, as a claim on its pods. */
export function addNamespaceRows(pod: Pod, index: KubeIndex, rows: Rows): void {
  const labels = index.namespaces.get(pod.namespace)?.at.path("metadata", "labels");
  if (!labels) return;
  const enforced = labels.get(`${STANDARD}enforce`).string() ?? "privileged";
  if (enforced !== "privileged") return;
  for (const mode of ["warn", "audit"]) {
    const at = labels.get(STANDARD + mode);
    const standard = at.string();
    if (standard === null || standard === "privileged") continue;
    rows.add("psa-warn-only", at, "explicit", {
      anchor: mode,
      target: `standard ${standard}, by ${mode} only`,
    });
  }
}

/** What a LimitRange gives to containers that write no limit, by resource: where, how much, and its name. */
type DefaultLimit = { at: At; value: string; name: string };

/** The default limit of a resource that new containers get; without one its maximum. Source: LimitRange v1. */
function defaultLimit(pod: Pod, index: KubeIndex, field: string): DefaultLimit | null {
  for (const range of index.limitRanges.get(pod.namespace) ?? []) {
    for (const limit of range.at.path("spec", "limits").items()) {
      if (limit.get("type").string() !== "Container") continue;
      const given = limit.path("default", field);
      const at = given.exists ? given : limit.path("max", field);
      const value = at.string();
      if (value !== null) return { at, value, name: range.name };
    }
  }
  return null;
}

/**
 * What else in the namespace narrows, or claims to narrow, a container without a limit. A LimitRange changes
 * pods as they are created and is a claim; a ResourceQuota bounds the namespace as a whole.
 */
export function claimedLimits(
  pod: Pod,
  container: Container,
  field: string,
  index: KubeIndex,
  rows: Rows,
): string[] {
  const limits: string[] = [];
  const given = defaultLimit(pod, index, field);
  if (given) {
    limits.push(`LimitRange ${given.name} gives ${given.value} to pods created since`);
    rows.add("limitrange-default", given.at, "explicit", {
      container: container.name,
      anchor: field,
      target: `${field} ${given.value} by LimitRange ${given.name}`,
    });
  }
  for (const quota of index.quotas.get(pod.namespace) ?? []) {
    const at = quota.at.path("spec", "hard");
    const hard = at.get(`limits.${field}`).string();
    if (hard !== null) limits.push(`ResourceQuota ${quota.name} holds the namespace to ${hard}`);
  }
  return limits;
}
