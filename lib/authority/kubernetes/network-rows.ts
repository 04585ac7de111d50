import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import type { Origin } from "@/lib/authority/schema";
import { type KubeIndex, selects } from "./kube-index";
import { egressOpenings, isEveryNamespace, portsOf } from "./network-peers";
import type { Pod } from "./pod";

/** A policy that selects the pod: a NetworkPolicy's spec, or the one inside a SandboxTemplate. */
type Policy = { at: At; spec: At };

const EVERYWHERE = {
  "egress-any": "any address",
  "cloud-metadata": "169.254.169.254",
  "cluster-lateral": "the cluster",
};

/** Rows of group 1d: what the pod may reach, and who may call it, after every policy that selects it. */
export function addNetworkRows(pod: Pod, index: KubeIndex, rows: Rows, notes: Notes): void {
  const onHost = pod.spec.get("hostNetwork").boolean() === true;
  const policies = onHost ? [] : policiesOf(pod, index);
  const ingress = policies.filter(({ spec }) => governs(spec, "Ingress"));
  const egress = policies.filter(({ spec }) => governs(spec, "Egress"));
  const unread = index.unreadPolicies.some(
    ({ namespace }) => namespace === null || namespace === pod.namespace,
  );
  const silent = silenceOf(pod, unread, notes);
  if (egress.length === 0) addOpenEgress(pod, silent, rows);
  else addRestrictedEgress(egress, unread, rows);
  addIngress(pod, ingress, silent, unread, rows);
  if (policies[0])
    rows.add("policy-no-cni", policies[0].at, "explicit", { limits: policies.map(({ at }) => nameOf(at)) });
  addProxyClaim(pod, rows);
  addHostNames(pod, rows);
}

const nameOf = (at: At): string => at.path("metadata", "name").string() ?? at.name;

function policiesOf(pod: Pod, index: KubeIndex): Policy[] {
  const selected = (index.policies.get(pod.namespace) ?? [])
    .map(({ at }) => ({ at, spec: at.get("spec") }))
    .filter(({ spec }) => selects(spec.get("podSelector"), pod.labels));
  const inline = pod.object.at.path("spec", "networkPolicy");
  if (pod.hasOwnDefaults && inline.exists) selected.push({ at: inline, spec: inline });
  return selected;
}

/** Without policyTypes a policy governs ingress always, and egress when it has egress rules. */
function governs(spec: At, direction: "Ingress" | "Egress"): boolean {
  const types = spec.get("policyTypes").strings();
  if (types.length > 0) return types.includes(direction);
  return direction === "Ingress" || spec.get("egress").exists;
}

/** What silence means here: granted, or not to be told because somebody else may have written a policy. */
function silenceOf(pod: Pod, unread: boolean, notes: Notes): Origin {
  if (unread) return "unknown";
  if (!pod.hasOwnDefaults) return "default";
  notes.add(
    "info",
    "controller-default",
    `${pod.ref} says nothing about its network or its token; the agent-sandbox controller fills in defaults of its own, which are not in the input`,
    pod.object.at,
  );
  return "unknown";
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
  const origin: Origin = unread ? "unknown" : "explicit";
  const limits = policies.map(({ at }) => `policy ${nameOf(at)}`);
  const add = (id: string, opening: { at: At; ports: string[] } | null, target: string) => {
    if (!opening) return;
    const ports = opening.ports.length > 0 ? ` on ${opening.ports.join(", ")}` : "";
    rows.add(id, opening.at, origin, {
      anchor: anchorOf(id),
      target: target + ports,
      extent: opening.ports,
      limits,
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
  for (const rule of policies.flatMap(({ spec }) => spec.get("ingress").items())) {
    const peers = rule.get("from").items();
    if (portsOf(rule).length > 0 || !(peers.length === 0 || peers.some(isEveryNamespace))) continue;
    rows.add("ingress-open", rule, unread ? "unknown" : "explicit", text);
    return;
  }
}

function addProxyClaim(pod: Pod, rows: Rows): void {
  for (const container of pod.containers) {
    for (const entry of container.at.get("env").items()) {
      const name = entry.get("name").string() ?? "";
      if (/^(https?|all)_proxy$/i.test(name) && entry.get("value").string()) {
        rows.add("proxy-only-egress", entry, "explicit", {
          container: container.name,
          anchor: name.toUpperCase(),
        });
      }
    }
  }
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
