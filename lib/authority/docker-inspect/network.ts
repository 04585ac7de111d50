import type { Port } from "@/lib/authority/engine/container";
import { booleanFact } from "@/lib/authority/engine/fact";
import type { AttachedNetwork, Attachment } from "@/lib/authority/engine/network";
import type { At } from "@/lib/authority/read/cursor";
import { type Host, networkNames } from "./host";

/** Networks that every engine has, and that let traffic out. Source: docs.docker.com, network drivers; podman-run, --network. */
const OPEN = /^(bridge|default|podman|private|slirp4netns|pasta)(:|$)/;
/** Those in which a container is by itself. */
const ALONE = /^(slirp4netns|pasta)(:|$)/;

/** How a container is on the network; one that shares another's is followed where the input has that one. */
export function attachmentOf(name: string, at: At, host: Host, seen = new Set<string>()): Attachment {
  seen.add(name);
  const modeAt = at.path("HostConfig", "NetworkMode");
  const mode = modeAt.string() ?? "";
  const dns = at.path("HostConfig", "Dns");
  const shape: Attachment = {
    at: modeAt,
    mode: "own",
    sharedWith: null,
    networks: [],
    dns: dns.items().length > 0 ? dns : null,
  };
  if (mode === "none" || mode === "host") return { ...shape, mode };
  const id = /^container:(.+)$/.exec(mode)?.[1];
  if (id !== undefined) {
    const owner = host.nameOf(id);
    const sharedWith = `container ${owner ?? id.slice(0, 12)}`;
    const found = host.containers.find((container) => container.name === owner);
    if (!found || seen.has(found.name)) return { ...shape, sharedWith };
    return { ...attachmentOf(found.name, found.at, host, seen), at: modeAt, sharedWith };
  }
  return { ...shape, networks: networkNames(at).map((network) => attachedTo(network, name, at, host)) };
}

function attachedTo(network: string, container: string, at: At, host: Host): AttachedNetwork {
  const object = host.networks.get(network);
  const place = at.path("NetworkSettings", "Networks").has(network)
    ? at.path("NetworkSettings", "Networks").get(network)
    : at.path("HostConfig", "NetworkMode");
  const others = new Set(host.onNetwork.get(network) ?? []);
  for (const [, member] of object?.get("Containers").entries() ?? []) {
    const name = member.get("Name").string() ?? member.get("name").string();
    if (name !== null) others.add(name);
  }
  others.delete(container);
  const isolated =
    ALONE.test(network) ||
    object?.get("Options").get("com.docker.network.bridge.enable_icc").string() === "false";
  return {
    name: network,
    at: place,
    internal: object ? isInternal(object) : OPEN.test(network) ? false : null,
    peers: isolated ? [] : [...others].sort(),
    mayHaveOthers: !isolated && object === undefined,
    limits: [],
  };
}

const isInternal = (object: At): boolean | null =>
  booleanFact(object.has("Internal") ? object.get("Internal") : object.get("internal")).value ?? false;

/** The ports that the host opens for a container; an empty list of addresses publishes nothing. */
export function portsOf(at: At): Port[] {
  const bindings = at.path("HostConfig", "PortBindings").entries();
  const ports = bindings.flatMap(([port, list]) => {
    const [target = "", protocol = "tcp"] = port.split("/");
    return list.items().map((item): Port => {
      const published = item.get("HostPort").string();
      const address = item.get("HostIp").string() ?? "";
      return {
        at: item,
        published: published === "" || published === "0" ? null : published,
        target,
        protocol,
        address,
        origin: "explicit",
      };
    });
  });
  const allAt = at.path("HostConfig", "PublishAllPorts");
  if (booleanFact(allAt).value !== true) return ports;
  const bound = new Set(bindings.map(([port]) => port));
  for (const [port] of at.path("Config", "ExposedPorts").entries()) {
    if (bound.has(port)) continue;
    const [target = "", protocol = "tcp"] = port.split("/");
    ports.push({ at: allAt, published: null, target, protocol, address: "", origin: "explicit" });
  }
  return ports;
}
