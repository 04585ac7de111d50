import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import type { Origin } from "@/lib/authority/schema";
import type { KubeIndex } from "./kube-index";
import { egressOpenings, ingressOpening, type Opening } from "./network-peers";
import { type Pod, silenceOf } from "./pod";
import { selects } from "./selectors";

/**
 * A policy that selects the pod: a NetworkPolicy's spec, or the one inside a SandboxTemplate, of which the
 * controller makes one for both directions.
 */
type Policy = { at: At; spec: At; both: boolean };

const EVERYWHERE = {
  "egress-any": "any address",
  "cloud-metadata": "169.254.169.254",
  "cluster-lateral": "the cluster",
};

/** Rows of group 1d: what the pod may reach, and who may call it, after every policy that selects it. */
export function addNetworkRows(pod: Pod, index: KubeIndex, rows: Rows): void {
  const onHost = pod.spec.get("hostNetwork").boolean() === true;
  const policies = onHost ? [] : policiesOf(pod, index);
  const ingress = policies.filter(({ spec, both }) => both || governs(spec, "Ingress"));
  const egress = policies.filter(({ spec, both }) => both || governs(spec, "Egress"));
  const unread = index.unreadPolicies.some(
    ({ namespace }) => namespace === null || namespace === pod.namespace,
  );
  const silent: Origin = unread ? "unknown" : silenceOf(pod, "network", pod.spec);
  if (egress.length === 0) addOpenEgress(pod, silent, rows);
  else addRestrictedEgress(egress, unread, rows);
  addIngress(pod, ingress, silent, unread, rows);
  if (policies[0])
    rows.add("policy-no-cni", policies[0].at, "explicit", { limits: policies.map(({ at }) => nameOf(at)) });
  const management = pod.object.at.path("spec", "networkPolicyManagement");
  if (pod.object.kind === "SandboxTemplate" && management.string() === "Unmanaged")
    rows.add("policy-unmanaged", management, "explicit");
  addHostNames(pod, rows);
}

const nameOf = (at: At): string => at.path("metadata", "name").string() ?? at.name;

function policiesOf(pod: Pod, index: KubeIndex): Policy[] {
  const selected = index.policies
    .candidates(pod.namespace, pod.labels)
    .map(({ at }) => ({ at, spec: at.get("spec"), both: false }))
    .filter(({ spec }) => selectsPods(spec, pod.labels))
    .sort((a, b) => compareText(nameOf(a.at), nameOf(b.at)));
  const inline = pod.object.at.path("spec", "networkPolicy");
  if (pod.object.kind === "SandboxTemplate" && inline.exists && !isUnmanaged(pod.object.at))
    selected.push({ at: inline, spec: inline, both: true });
  return selected;
}

const isUnmanaged = (at: At): boolean => at.path("spec", "networkPolicyManagement").string() === "Unmanaged";

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An absent podSelector is an empty one, which selects every pod of the namespace. */
const selectsPods = (spec: At, labels: Map<string, string>): boolean =>
  !spec.get("podSelector").exists || selects(spec.get("podSelector"), labels);

/** Without policyTypes a policy governs ingress always, and egress when it has egress rules. */
function governs(spec: At, direction: "Ingress" | "Egress"): boolean {
  const types = spec.get("policyTypes").strings();
  if (types.length > 0) return types.includes(direction);
  return direction === "Ingress" || spec.get("egress").items().length > 0;
}

function addOpenEgress(pod: Pod, origin: Origin, rows: Rows): void {
  const at = pod.spec;
  for (const [id, target] of Object.entries(EVERYWHERE))
    rows.add(id, at, origin, { anchor: anchorOf(id), target });
}

const anchorOf = (id: string) =>
  id.startsWith("egress") ? "any" : id === "cloud-metadata" ? "metadata" : "cluster";

function addRestrictedEgress(policies: Policy[], unread: boolean, rows: Rows): void {
  const open = egressOpenings(policies.flatMap(({ spec }) => spec.get("egress").items()));
  const named = policies.map(({ at }) => `policy ${nameOf(at)}`);
  const add = (id: string, opening: Opening | null, target: string) => {
    if (!opening) return;
    const ports = opening.ports.length > 0 ? ` on ${[...new Set(opening.ports)].join(", ")}` : "";
    rows.add(id, opening.at, unread || opening.isUnknown ? "unknown" : "explicit", {
      anchor: anchorOf(id),
      target: target + ports,
      extent: opening.ports,
      limits: [...named, ...opening.limits],
    });
  };
  add("egress-any", open.any, EVERYWHERE["egress-any"]);
  if (!open.any) add("egress-dns-any", open.dns, "any name server");
  add("cloud-metadata", open.metadata, EVERYWHERE["cloud-metadata"]);
  add("cluster-lateral", open.cluster, EVERYWHERE["cluster-lateral"]);
}

function addIngress(pod: Pod, policies: Policy[], silent: Origin, unread: boolean, rows: Rows): void {
  const text = { anchor: "cluster", target: "every pod of the cluster" };
  if (policies.length === 0) {
    rows.add("ingress-open", pod.spec, silent, text);
    return;
  }
  const open = ingressOpening(policies.flatMap(({ spec }) => spec.get("ingress").items()));
  if (!open) return;
  const origin = unread || open.isUnknown ? "unknown" : "explicit";
  rows.add("ingress-open", open.at, origin, { ...text, limits: open.limits });
}

function addHostNames(pod: Pod, rows: Rows): void {
  for (const alias of pod.spec.get("hostAliases").items()) {
    const ip = alias.get("ip").string();
    if (ip)
      rows.add("host-gateway", alias, "explicit", { anchor: ip, extent: alias.get("hostnames").strings() });
  }
  const together = pod.containers.filter(
    ({ role }) => role === "main" || role === "sidecar" || role === "ephemeral",
  );
  if (together.length > 1) {
    rows.add("shared-netns", pod.spec, "default", { target: together.map(({ name }) => name).join(", ") });
  }
}
