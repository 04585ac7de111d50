import type { Port } from "@/lib/authority/engine/container";
import { booleanFact, type Fact, isTold, originAt } from "@/lib/authority/engine/fact";
import type { AttachedNetwork, Attachment } from "@/lib/authority/engine/network";
import type { At } from "@/lib/authority/read/cursor";
import type { Layers } from "./layers";
import { shortPort } from "./short-syntax";
import type { Services } from "./volumes";

/** How each service is on the network, those that share another's included. */
export function projectNetworks(services: Services, networks: Layers): Map<string, Attachment> {
  const members = membersOf(services);
  const found = new Map<string, Attachment>();
  for (const name of services.keys())
    found.set(name, attachmentOf(name, services, networks, members, new Set()));
  return found;
}

/** Which services are on which network; one with a mode of its own is on none. */
function membersOf(services: Services): Map<string, string[]> {
  const members = new Map<string, string[]>();
  for (const [name, service] of services) {
    const mode = service.at("network_mode").string();
    const names = mode === null ? namesOf(service).keys() : mode === "bridge" ? ["bridge"] : [];
    for (const network of names) {
      const known = members.get(network);
      if (known) known.push(name);
      else members.set(network, [name]);
    }
  }
  return members;
}

/** The networks that a service names; without any it is on the project's own. */
function namesOf(service: Layers): Map<string, At> {
  const written = service.members("networks");
  if (written.size === 0) return new Map([["default", service.at("networks")]]);
  return new Map(
    [...written].map(([name, layers]) => [name, layers.exists ? layers.at() : service.at("networks")]),
  );
}

function attachmentOf(
  name: string,
  services: Services,
  networks: Layers,
  members: Map<string, string[]>,
  seen: Set<string>,
): Attachment {
  seen.add(name);
  const service = services.get(name)!;
  const modeAt = service.at("network_mode");
  const mode = modeAt.string();
  const dns = service.at("dns");
  const shape: Attachment = {
    at: mode === null ? service.at("networks") : modeAt,
    mode: "own",
    sharedWith: null,
    networks: [],
    dns: dns.exists ? dns : null,
  };
  if (mode === null) {
    const attached = [...namesOf(service)].map(([network, at]) =>
      attachedTo(network, at, name, networks, members),
    );
    const host = attached.some(({ name: called }) => called === "host");
    return {
      ...shape,
      mode: host ? "host" : "own",
      networks: attached.filter(({ name: n }) => n !== "none"),
    };
  }
  if (!isTold(modeAt)) return { ...shape, mode: "unknown" };
  if (mode === "none" || mode === "host") return { ...shape, mode };
  const [, kind, other = ""] = /^(service|container):(.+)$/.exec(mode) ?? [];
  if (kind === undefined) {
    const internal = mode === "bridge" || mode === "default" ? false : null;
    const peers = (members.get(mode) ?? []).filter((member) => member !== name);
    return {
      ...shape,
      networks: [{ name: mode, at: modeAt, internal, peers, mayHaveOthers: true, limits: [] }],
    };
  }
  const sharedWith = `${kind} ${other}`;
  if (kind === "container" || !services.has(other) || seen.has(other)) return { ...shape, sharedWith };
  const owner = attachmentOf(other, services, networks, members, seen);
  return { ...owner, at: modeAt, sharedWith };
}

function attachedTo(
  name: string,
  at: At,
  service: string,
  networks: Layers,
  members: Map<string, string[]>,
): AttachedNetwork {
  const definition = networks.get(name);
  const externalAt = definition.at("external");
  const external = externalAt.exists && externalAt.string()?.toLowerCase() !== "false";
  const called = definition.at("name").string() ?? externalAt.get("name").string() ?? name;
  const internal = booleanFact(definition.at("internal"));
  const options = definition.get("driver_opts");
  const isolated = options.at("com.docker.network.bridge.enable_icc").string() === "false";
  const known = external && /^(host|none|bridge)$/.test(called) ? called : null;
  const unmasked = options.at("com.docker.network.bridge.enable_ip_masquerade").string() === "false";
  return {
    name: known ?? name,
    at,
    internal:
      known === "bridge" ? false : external || internal.origin === "unknown" ? null : internal.value === true,
    peers: isolated ? [] : (members.get(name) ?? []).filter((member) => member !== service),
    mayHaveOthers: external && !isolated,
    limits: unmasked ? [`network ${name} does not translate addresses for traffic that goes out`] : [],
  };
}

/** The ports of a service that the host opens for it. */
export function servicePorts(service: Layers): Port[] {
  return service.items("ports").flatMap((at) => {
    const text = at.string();
    if (text !== null) return [{ at, ...shortPort(text), origin: originAt(at) }];
    const target = at.get("target").string();
    if (target === null) return [];
    const published = at.get("published").string();
    const address = at.get("host_ip");
    const fields = [at.get("target"), at.get("published"), address];
    return [
      {
        at,
        published: published === "" || published === "0" ? null : published,
        target,
        protocol: at.get("protocol").string() ?? "tcp",
        address: address.string() ?? "",
        origin: fields.every(isTold) ? ("explicit" as const) : ("unknown" as const),
      },
    ];
  });
}

/** Names that a service gives addresses, the host's among them. */
export function serviceHosts(service: Layers): Fact<string>[] {
  return [...service.pairs("extra_hosts", /[:=]/)].flatMap(([name, { at, value }]) => {
    const written = at.string() ?? "";
    if (value === null) return [{ value: written, at, origin: originAt(at) }];
    const addresses = value.string() ?? value.strings().join(", ");
    return [{ value: `${name}:${addresses}`, at, origin: originAt(at) }];
  });
}
