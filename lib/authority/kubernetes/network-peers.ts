import type { At } from "@/lib/authority/read/cursor";

/** What the egress or ingress rules of one policy leave open; null is nothing, [] every port. */
export type Openings = {
  any: { at: At; ports: string[] } | null;
  dns: { at: At; ports: string[] } | null;
  metadata: { at: At; ports: string[] } | null;
  cluster: { at: At; ports: string[] } | null;
};

const METADATA = ["169.254.169.254", "100.100.100.200", "100.96.0.96"];
const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"];

/** The ports a rule allows, as `TCP 443`; [] where it names none, which is every port. */
export function portsOf(rule: At): string[] {
  return rule
    .get("ports")
    .items()
    .map((at) => {
      const protocol = at.get("protocol").string() ?? "TCP";
      const port = at.get("port").string();
      const end = at.get("endPort").string();
      return port === null ? `${protocol} *` : `${protocol} ${port}${end === null ? "" : `-${end}`}`;
    });
}

const portNumber = (port: string) => port.slice(port.indexOf(" ") + 1);

const isDnsOnly = (ports: string[]) =>
  ports.length > 0 && ports.every((port) => /^(53|dns|dns-tcp)$/.test(portNumber(port)));

function allowsPort(ports: string[], wanted: number): boolean {
  return (
    ports.length === 0 ||
    ports.some((port) => {
      const [from, to] = portNumber(port).split("-").map(Number);
      return (
        portNumber(port) === "*" || from === wanted || (to !== undefined && from! <= wanted && wanted <= to)
      );
    })
  );
}

/** What egress rules leave open together. Ports of several rules add up; no ports at all is every port. */
export function egressOpenings(rules: At[]): Openings {
  const open: Openings = { any: null, dns: null, metadata: null, cluster: null };
  const widen = (what: keyof Openings, at: At, ports: string[]) => {
    const before = open[what];
    if (!before) open[what] = { at, ports };
    else before.ports = before.ports.length === 0 || ports.length === 0 ? [] : [...before.ports, ...ports];
  };
  for (const rule of rules) {
    const ports = portsOf(rule);
    const peers = rule.get("to").items();
    const anywhere = peers.length === 0;
    const blocks = peers.map((peer) => peer.get("ipBlock")).filter((block) => block.exists);
    const internet = anywhere || blocks.some(isWholeInternet) || halves(blocks);
    if (internet) widen(isDnsOnly(ports) ? "dns" : "any", rule, ports);
    if (
      allowsPort(ports, 80) &&
      (anywhere || blocks.some((block) => METADATA.some((host) => blockHolds(block, host))))
    ) {
      widen("metadata", rule, ports);
    }
    if (isDnsOnly(ports)) continue;
    const wholeCluster = peers.some(isEveryNamespace) || anywhere || blocks.some(holdsPrivateRange);
    if (wholeCluster) widen("cluster", rule, ports);
  }
  return open;
}

/** A peer that is every pod of every namespace. */
export const isEveryNamespace = (peer: At): boolean => {
  const namespaces = peer.get("namespaceSelector");
  const pods = peer.get("podSelector");
  return isEmptySelector(namespaces) && (!peer.has("podSelector") || isEmptySelector(pods));
};

const isEmptySelector = (selector: At): boolean =>
  selector.value?.kind === "map" &&
  selector.get("matchLabels").entries().length === 0 &&
  selector.get("matchExpressions").items().length === 0;

type Block = { address: bigint; bits: number; width: number };

/** An address or CIDR of version 4 or 6; null where it is none. */
function parseBlock(text: string): Block | null {
  const [address = "", prefix] = text.split("/");
  const width = address.includes(":") ? 128 : 32;
  const bits = prefix === undefined ? width : Number(prefix);
  if (!Number.isInteger(bits) || bits < 0 || bits > width) return null;
  const value = width === 32 ? parse4(address) : parse6(address);
  return value === null ? null : { address: value, bits, width };
}

function parse4(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function parse6(text: string): bigint | null {
  const [head = "", tail, more] = text.split("::");
  if (more !== undefined) return null;
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const fill = 8 - left.length - right.length;
  if (fill < 0 || (tail === undefined && fill !== 0)) return null;
  const all = [...left, ...Array<string>(fill).fill("0"), ...right];
  if (all.some((group) => !/^[0-9a-fA-F]{1,4}$/.test(group))) return null;
  return all.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}

function contains(outer: Block, inner: Block): boolean {
  if (outer.width !== inner.width || outer.bits > inner.bits) return false;
  const shift = BigInt(outer.width - outer.bits);
  return outer.address >> shift === inner.address >> shift;
}

const blockOf = (at: At): Block | null => {
  const cidr = at.get("cidr");
  const block = parseBlock(cidr.string() ?? "");
  if (block === null && cidr.exists) cidr.invalid("is not an address range (such as 10.0.0.0/8)");
  return block;
};

const isWholeInternet = (at: At): boolean => blockOf(at)?.bits === 0;

/** Ranges that are the internet cut in two: an allow-list in name only. */
const halves = (blocks: At[]): boolean => blocks.filter((at) => (blockOf(at)?.bits ?? 32) <= 1).length > 1;

function blockHolds(at: At, host: string): boolean {
  const block = blockOf(at);
  const inner = parseBlock(host);
  if (!block || !inner || !contains(block, inner)) return false;
  return !at
    .get("except")
    .strings()
    .some((text) => {
      const except = parseBlock(text);
      return except !== null && contains(except, inner);
    });
}

const holdsPrivateRange = (at: At): boolean => {
  const block = blockOf(at);
  return block !== null && block.bits <= 8 && PRIVATE.some((range) => blockHolds(at, range));
};
