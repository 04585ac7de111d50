import type { At } from "@/lib/authority/read/cursor";

/** A CIDR as the range of its addresses, both ends included; `width` tells IPv4 (32) from IPv6 (128). */
export type AddressRange = { from: bigint; to: bigint; width: 32 | 128 };

/** An address or CIDR of version 4 or 6; null where it is none. */
export function parseRange(text: string): AddressRange | null {
  const [address = "", prefix, more] = text.split("/");
  const width = address.includes(":") ? 128 : 32;
  if (more !== undefined || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return null;
  const bits = prefix === undefined ? width : Number(prefix);
  if (bits > width) return null;
  const value = width === 32 ? parse4(address) : parse6(address);
  if (value === null) return null;
  const size = 1n << BigInt(width - bits);
  const from = (value / size) * size;
  return { from, to: from + size - 1n, width };
}

function parse4(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function parse6(text: string): bigint | null {
  const mapped = /^(.*:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text);
  if (mapped) {
    const low = parse4(mapped[2]!);
    if (low === null) return null;
    return parse6(`${mapped[1]}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`);
  }
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

/** The addresses that an `ipBlock` leaves after its exceptions; what is no range is noted, and none. */
export function rangesOf(block: At): AddressRange[] {
  const cidr = block.get("cidr");
  const whole = parseRange(cidr.string() ?? "");
  if (whole === null) {
    if (cidr.exists) cidr.invalid("is not an address range (such as 10.0.0.0/8)");
    return [];
  }
  const left: AddressRange[] = [];
  let from = whole.from;
  for (const except of exceptionsOf(block, whole)) {
    if (except.from > from) left.push({ ...whole, from, to: except.from - 1n });
    if (except.to >= from) from = except.to + 1n;
  }
  if (from <= whole.to) left.push({ ...whole, from });
  return left;
}

function exceptionsOf(block: At, whole: AddressRange): AddressRange[] {
  const found: AddressRange[] = [];
  for (const at of block.get("except").items()) {
    const range = parseRange(at.string() ?? "");
    if (range === null) at.invalid("is not an address range (such as 10.0.0.0/8)");
    else if (range.width === whole.width && range.from <= whole.to && range.to >= whole.from)
      found.push({ ...range, to: smaller(range.to, whole.to) });
  }
  return found.sort(byStart);
}

/** Math.min and Math.max take no bigint. */
const smaller = (a: bigint, b: bigint): bigint => {
  if (a < b) return a;
  return b;
};
const larger = (a: bigint, b: bigint): bigint => {
  if (a > b) return a;
  return b;
};

const byStart = (a: AddressRange, b: AddressRange) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0);

/** How many addresses of `within` some ranges hold together; where they overlap each counts once. */
function covered(ranges: AddressRange[], within: AddressRange): bigint {
  let sum = 0n;
  let next = within.from;
  for (const range of ranges.filter(({ width }) => width === within.width).sort(byStart)) {
    const from = larger(range.from, next);
    const to = smaller(range.to, within.to);
    if (to < from) continue;
    sum += to - from + 1n;
    next = to + 1n;
  }
  return sum;
}

const sizeOf = (range: AddressRange): bigint => range.to - range.from + 1n;

/** Whether ranges hold all of another. */
export const holds = (ranges: AddressRange[], within: AddressRange): boolean =>
  covered(ranges, within) === sizeOf(within);

/** The addresses of the internet: all of IPv4, and what is given out of IPv6 (RFC 4291, 2000::/3). */
const INTERNETS = [parseRange("0.0.0.0/0")!, parseRange("2000::/3")!];

/** Whether ranges are the internet or most of it: cut into pieces, or with a few of it left out, it is one still. */
export const isInternet = (ranges: AddressRange[]): boolean =>
  INTERNETS.some((internet) => covered(ranges, internet) * 2n > sizeOf(internet));

/** Where clusters have their pods and services: RFC 1918 and, for IPv6, RFC 4193. */
const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fd00::/8"].map(
  (text) => parseRange(text)!,
);

/** Whether ranges hold the cluster: surely with a whole private range, perhaps with a large part of one. */
export function holdsCluster(ranges: AddressRange[]): "yes" | "perhaps" | "no" {
  if (PRIVATE.some((range) => holds(ranges, range))) return "yes";
  const large = PRIVATE.some((range) => covered(ranges, range) >= 65_536n);
  return large ? "perhaps" : "no";
}
