import type { Origin } from "@/lib/authority/schema";
import type { EngineContainer } from "./container";
import type { AddRow } from "./container-rows";
import type { Attachment } from "./network";

const NAMES = /^(https?|all)_proxy$/i;

/** Rows of group 1d: what a container may reach, and who may call it. */
export function addNetworkRows(container: EngineContainer, add: AddRow): void {
  const { network } = container;
  if (network.mode === "host") add("host-network", network.at, "explicit");
  if (network.mode === "unknown") add("host-network", network.at, "unknown");
  if (network.sharedWith !== null)
    add("shared-netns", network.at, "explicit", { target: network.sharedWith });
  addEgress(network, add);
  addPeers(network, add);
  addPorts(container, add);
  for (const { value, at, origin } of container.hosts) {
    const [name = "", address = ""] = value.split(/[:=](.*)/s);
    add("host-gateway", at, origin, { anchor: name, target: `${name} is ${address}`, extent: [address] });
  }
  for (const { name, value, at } of container.environment)
    if (NAMES.test(name) && value)
      add("proxy-only-egress", at, "explicit", {
        anchor: name.toUpperCase(),
        limits: isClosed(network) ? ["its networks are internal"] : [],
      });
}

/** Whether no network has a way out. */
const isClosed = ({ mode, networks }: Attachment): boolean =>
  mode === "none" || (networks.length > 0 && networks.every(({ internal }) => internal === true));

/** What lets traffic out: a network that is not internal, the host's, or one that the input does not show. */
function wayOut({ mode, networks }: Attachment): { origin: Origin; limits: string[] } | null {
  if (mode === "none") return null;
  if (mode === "host") return { origin: "explicit", limits: [] };
  const open = networks.filter(({ internal }) => internal === false);
  if (open.length > 0) return { origin: "default", limits: open.flatMap(({ limits }) => limits) };
  const hidden =
    mode === "unknown" || networks.length === 0 || networks.some(({ internal }) => internal === null);
  return hidden ? { origin: "unknown", limits: [] } : null;
}

function addEgress(network: Attachment, add: AddRow): void {
  const out = wayOut(network);
  if (out) {
    const { origin, limits } = out;
    add("egress-any", network.at, origin, { anchor: "any", target: "any address", limits });
    add("cloud-metadata", network.at, origin, { anchor: "metadata", target: "169.254.169.254", limits });
  } else if (network.mode !== "none" && network.networks.length > 0) {
    add("egress-dns-any", network.dns ?? network.at, "unknown", {
      anchor: "any",
      target: "any name server, through the engine's own",
      detail: "engines before 25.0.5 and 26.0.0 pass name queries on from internal networks, CVE-2024-29018",
    });
  }
}

/** Containers on the same networks reach each other, on every port. */
function addPeers(network: Attachment, add: AddRow): void {
  if (network.mode === "host") {
    add("cluster-lateral", network.at, "explicit", {
      anchor: "cluster",
      target: "the host and its containers",
    });
    return;
  }
  const shared = network.networks.filter(({ peers }) => peers.length > 0);
  const others = network.networks.filter(({ mayHaveOthers }) => mayHaveOthers);
  const found = shared.length > 0 ? shared : others;
  if (found.length === 0) return;
  const origin: Origin = shared.length > 0 ? "default" : "unknown";
  const peers = [...new Set(found.flatMap((one) => one.peers))].sort();
  const who = peers.length > 0 ? listed(peers) : "other containers";
  const names = found.map(({ name }) => name).sort();
  const extent = [...new Set([...names, ...others.map(({ name }) => name)])];
  const where = `over network ${names.join(", ")}`;
  const at = found[0]!.at;
  add("cluster-lateral", at, origin, { anchor: "cluster", target: `${who} ${where}`, extent });
  add("ingress-open", at, origin, { anchor: "cluster", target: `${who} ${where}`, extent });
}

const listed = (names: string[]): string =>
  names.slice(0, 8).join(", ") + (names.length > 8 ? ` and ${names.length - 8} more` : "");

const LOOPBACK = /^(127\.|\[?::1\]?$|localhost$)/;

function addPorts({ ports, network }: EngineContainer, add: AddRow): void {
  if (network.mode === "host" || network.mode === "none" || network.sharedWith !== null) return;
  for (const { at, published, target, protocol, address, origin } of ports) {
    if (LOOPBACK.test(address)) continue;
    const every = address === "" || address === "0.0.0.0" || address === "[::]" || address === "::";
    const kind = protocol.toUpperCase();
    add("ingress-exposed", at, origin, {
      anchor: published === null ? `${kind} any to ${target}` : `${kind} ${published}`,
      target:
        published === null
          ? `a port of the host that the engine chooses, to port ${target}`
          : `port ${published} of the host${every ? "" : ` at ${address}`}, to port ${target}`,
      extent: every ? [] : [address],
    });
  }
}
