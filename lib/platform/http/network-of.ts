import { isIPv6 } from "node:net";

/**
 * What limits are counted by: an IPv4 address itself, of an IPv6 address the first 64 bits, since
 * every customer of a provider has a whole such network to take addresses from.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%", 1);
  if (!isIPv6(plain)) return address;
  // URL writes an IPv6 address in its one short form (WHATWG URL, section 3.5).
  const short = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  if (short.startsWith("::ffff:")) return short;
  const [head = "", tail] = short.split("::") as [string, string?];
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const missing = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return `${[...before, ...missing, ...after].slice(0, 4).join(":")}::/64`;
}
