import type { At } from "@/lib/authority/read/cursor";
import { type AddressRange, holds, holdsCluster, isInternet, parseRange, rangesOf } from "./address-ranges";
import { isEmptySelector, leavesOut } from "./selectors";

/** One thing that rules leave open: where, on which ports ([] is every one), and what narrows or blurs it. */
export type Opening = { at: At; ports: string[]; isUnknown: boolean; limits: string[] };

/** What the egress rules that hold for a pod leave open together; null is nothing. */
export type Openings = Record<"any" | "dns" | "metadata" | "cluster", Opening | null>;

const METADATA = ["169.254.169.254", "100.100.100.200", "100.96.0.96"].map((text) => parseRange(text)!);

/** The ports a rule allows, as `TCP 443`; [] where it names none, which is every port. */
function portsOf(rule: At): string[] {
  return rule
    .get("ports")
    .items()
    .map((at) => {
      const protocol = at.get("protocol").string() ?? "TCP";
      const port = at.get("port").string();
      const end = at.get("endPort").string();
      if (port === null) return `${protocol} *`;
      return `${protocol} ${port}${end === null || end === port ? "" : `-${end}`}`;
    });
}

const portNumber = (port: string) => port.slice(port.indexOf(" ") + 1);

const isDnsOnly = (ports: string[]) =>
  ports.length > 0 && ports.every((port) => /^(53|dns|dns-tcp)$/.test(portNumber(port)));

/** Whether a port is among those allowed; a named port is one of a pod, never of an address. */
function allowsTcp(ports: string[], wanted: number): boolean {
  if (ports.length === 0) return true;
  return ports.some((port) => {
    if (!port.startsWith("TCP ")) return false;
    const [from, to] = portNumber(port).split("-").map(Number);
    return (
      portNumber(port) === "*" || from === wanted || (to !== undefined && from! <= wanted && wanted <= to)
    );
  });
}

type Rule = { at: At; ports: string[]; peers: Peers };

/** Whom a rule is about: everybody where it names no peer; otherwise addresses, and pods of many namespaces. */
type Peers = { anyone: boolean; ranges: AddressRange[]; everywhere: string[] | null };

function peersOf(list: At): Peers {
  const peers = list.items();
  const found: Peers = { anyone: peers.length === 0, ranges: [], everywhere: null };
  for (const peer of peers) {
    if (!["ipBlock", "namespaceSelector", "podSelector"].some((field) => peer.get(field).exists)) {
      peer.invalid("names no peer");
      found.anyone = true;
    }
    if (peer.get("ipBlock").exists) found.ranges.push(...rangesOf(peer.get("ipBlock")));
    const left = everyNamespace(peer);
    if (left && (found.everywhere === null || left.length < found.everywhere.length)) found.everywhere = left;
  }
  return found;
}

/** What a peer that is every pod of every namespace leaves out; null for one that is some only. */
function everyNamespace(peer: At): string[] | null {
  const pods = peer.get("podSelector");
  if (pods.exists && !isEmptySelector(pods)) return null;
  return leavesOut(peer.get("namespaceSelector"));
}

const limitsOf = (left: string[]): string[] => left.map((text) => `not ${text}`);

function widen(before: Opening | null, opening: Opening): Opening {
  if (!before) return opening;
  const everyPort = before.ports.length === 0 || opening.ports.length === 0;
  return {
    at: before.isUnknown && !opening.isUnknown ? opening.at : before.at,
    ports: everyPort ? [] : [...before.ports, ...opening.ports],
    isUnknown: before.isUnknown && opening.isUnknown,
    // Who is left out by one rule and let in by another is let in.
    limits: before.limits.filter((limit) => opening.limits.includes(limit)),
  };
}

/** What egress rules leave open together. Ports of several rules add up; no ports at all is every port. */
export function egressOpenings(ruleAts: At[]): Openings {
  const open: Openings = { any: null, dns: null, metadata: null, cluster: null };
  const rules: Rule[] = ruleAts.map((at) => ({ at, ports: portsOf(at), peers: peersOf(at.get("to")) }));
  const add = (what: keyof Openings, { at, ports }: Rule, isUnknown = false, limits: string[] = []) => {
    open[what] = widen(open[what], { at, ports, isUnknown, limits });
  };
  for (const rule of rules) {
    const { peers, ports } = rule;
    const isDns = isDnsOnly(ports);
    if (peers.anyone || isInternet(peers.ranges)) add(isDns ? "dns" : "any", rule);
    const metadata = peers.anyone || METADATA.some((host) => holds(peers.ranges, host));
    if (metadata && allowsTcp(ports, 80)) add("metadata", rule);
    if (isDns) continue;
    const cluster = holdsCluster(peers.ranges);
    if (peers.anyone || cluster === "yes") add("cluster", rule);
    else if (peers.everywhere) add("cluster", rule, false, limitsOf(peers.everywhere));
    else if (cluster === "perhaps") add("cluster", rule, true);
  }
  if (!open.any) addTogether(rules, add);
  return open;
}

/** Ranges of several rules or policies may be the internet only together. */
function addTogether(rules: Rule[], add: (what: keyof Openings, rule: Rule) => void): void {
  const others = rules.filter(({ ports, peers }) => !isDnsOnly(ports) && peers.ranges.length > 0);
  if (others.length < 2 || !isInternet(others.flatMap(({ peers }) => peers.ranges))) return;
  for (const rule of others) add("any", rule);
}

/**
 * Whether ingress rules let every pod of the cluster in; null where they name some pods, or some ports, only:
 * a port that is open to all is what the policy's author wrote down, not what nobody thought of.
 */
export function ingressOpening(ruleAts: At[]): Opening | null {
  let open: Opening | null = null;
  for (const at of ruleAts) {
    const peers = peersOf(at.get("from"));
    const cluster = holdsCluster(peers.ranges);
    const ports = portsOf(at);
    if (ports.length > 0) continue;
    if (peers.anyone || cluster === "yes") open = widen(open, { at, ports, isUnknown: false, limits: [] });
    else if (peers.everywhere)
      open = widen(open, { at, ports, isUnknown: false, limits: limitsOf(peers.everywhere) });
    else if (cluster === "perhaps") open = widen(open, { at, ports, isUnknown: true, limits: [] });
  }
  return open;
}
