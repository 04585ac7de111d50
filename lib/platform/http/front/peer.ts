import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

/** Why an entry of TRUSTED_PROXIES is neither an address nor a network (CIDR), or null when it is one. */
export function whyNotProxy(entry: string): string | null {
  const [address = "", prefix, ...more] = entry.split("/");
  const bits = isIP(address) === 6 ? 128 : 32;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  if (isIP(address) !== 0 && isPrefix && more.length === 0) return null;
  return `${entry} is neither an address nor a network like 10.0.0.0/8`;
}

/** Addresses and networks whose word about the client's address is believed. */
export function trustedProxies(list: string[]): BlockList {
  const trusted = new BlockList();
  for (const entry of list) {
    const why = whyNotProxy(entry);
    if (why) throw new Error(`TRUSTED_PROXIES: ${why}.`);
    const [address, prefix] = entry.split("/") as [string, string?];
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return trusted;
}

/** An IPv4 client on an IPv6 socket shows as `::ffff:192.0.2.1`. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/^\[|\](:\d+)?$/g, "");

const isTrusted = (trusted: BlockList, address: string) =>
  isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4");

export type Peer = { address: string; protocol: "http" | "https"; host: string; isBehindProxy: boolean };

/**
 * Who is really asking: the socket's address, or, when that is a trusted proxy, the last address in
 * X-Forwarded-For that is not a trusted proxy itself. What stands left of it the client can forge.
 */
export function peerOf(request: IncomingMessage, trusted: BlockList): Peer {
  const socketAddress = plain(request.socket.remoteAddress ?? "");
  const host = request.headers.host ?? "";
  if (!isTrusted(trusted, socketAddress))
    return { address: socketAddress, protocol: "http", host, isBehindProxy: false };
  const chain = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => plain(part.trim()))
    .filter((part) => isIP(part) !== 0);
  const address = chain.reverse().find((each) => !isTrusted(trusted, each)) ?? socketAddress;
  const protocol = lastOf(request.headers["x-forwarded-proto"]) === "https" ? "https" : "http";
  return {
    address,
    protocol,
    host: lastOf(request.headers["x-forwarded-host"]) || host,
    isBehindProxy: true,
  };
}

const lastOf = (header: string | string[] | undefined) =>
  String(header ?? "")
    .split(",")
    .at(-1)!
    .trim();
