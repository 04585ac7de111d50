import { expect, it } from "vitest";
import { networkOf } from "@/lib/platform/http/network-of";

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  // An IPv4 address in IPv6 clothes is one address, not a network.
  ["::ffff:192.0.2.7", "::ffff:c000:207"],
  ["", ""],
])("%s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
