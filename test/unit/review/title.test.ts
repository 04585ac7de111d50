import { expect, test } from "vitest";
import { titleOf } from "@/lib/review/authority/title";

test.each([
  ["egress-any", "any", "any address", "Network: any destination"],
  ["egress-any", "any", "any address on TCP/443", "Network: any destination on TCP/443"],
  ["egress-dns-any", "any", "any name server on UDP/53", "Network: name resolution anywhere on UDP/53"],
  ["cloud-metadata", "metadata", "169.254.169.254", "Cloud metadata service: 169.254.169.254"],
  ["cluster-lateral", "cluster", "the cluster", "Everything inside the cluster"],
  ["ingress-open", "cluster", "every pod of the cluster", "Any pod may call it"],
  ["host-path-ro", "/var/log", "/var/log", "Host files, read only: /var/log"],
  ["pids-unlimited", "", "processes", "Processes without a limit"],
])("%s is called without doubled words", (id, anchor, target, title) => {
  expect(titleOf({ id, anchor, target })).toBe(title);
});
