import { describe, expect, test } from "vitest";
import { codesOf, idsOf, rowOf } from "./from-text";
import { core, deriveObjects, pod, policy, rowsOf } from "./kubernetes-objects";

const NETWORK = /^(egress-any|egress-dns-any|cloud-metadata|cluster-lateral|ingress-open)$/;

/** The network rows of a Pod under some policies, each with its ports. */
const under = (...policies: Record<string, unknown>[]) =>
  deriveObjects(pod(), ...policies)
    .capabilities.filter((row) => NETWORK.test(row.id))
    .map((row) => [row.id, ...row.extent].join(" "))
    .sort();

const egress = (...rules: object[]) => policy({ policyTypes: ["Ingress", "Egress"], egress: rules });
const ingress = (...rules: object[]) => policy({ policyTypes: ["Ingress", "Egress"], ingress: rules });
const block = (cidr: string, ...except: string[]) => ({ ipBlock: { cidr, except } });

describe("which policies hold for a pod", () => {
  test.each([
    ["an empty selector selects every pod", { podSelector: {} }, true],
    ["an absent selector is an empty one", { podSelector: undefined }, true],
    ["labels that the pod has", { podSelector: { matchLabels: { app: "p" } } }, true],
    ["labels that it has not", { podSelector: { matchLabels: { app: "q" } } }, false],
    ["In", { podSelector: { matchExpressions: [{ key: "app", operator: "In", values: ["p"] }] } }, true],
    [
      "NotIn",
      { podSelector: { matchExpressions: [{ key: "app", operator: "NotIn", values: ["p"] }] } },
      false,
    ],
    ["Exists", { podSelector: { matchExpressions: [{ key: "app", operator: "Exists" }] } }, true],
    [
      "DoesNotExist",
      { podSelector: { matchExpressions: [{ key: "app", operator: "DoesNotExist" }] } },
      false,
    ],
  ])("%s", (_, selector, selects) => {
    expect(under(policy({ policyTypes: ["Egress", "Ingress"], ...selector })).length === 0).toBe(selects);
  });

  test("without policyTypes an empty list of egress rules restricts ingress only", () => {
    expect(under(policy({ egress: [] }))).toEqual(["cloud-metadata", "cluster-lateral", "egress-any"]);
    expect(under(policy({ egress: [{ to: [block("203.0.113.0/24")] }] }))).toEqual([]);
  });

  test("several policies add up", () => {
    const dns = policy(
      { policyTypes: ["Egress"], egress: [{ ports: [{ protocol: "UDP", port: 53 }] }] },
      "dns",
    );
    const web = policy(
      {
        policyTypes: ["Egress"],
        egress: [{ to: [block("0.0.0.0/0", "10.0.0.0/8")], ports: [{ port: 443 }] }],
      },
      "web",
    );
    expect(under(policy({ policyTypes: ["Ingress", "Egress"] }, "deny"), dns, web)).toEqual([
      "cluster-lateral TCP 443",
      "egress-any TCP 443",
    ]);
  });

  test("of a Job, policies see the labels that its controller adds", () => {
    const job = {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: "j", namespace: "n" },
      spec: { template: { spec: { containers: [{ name: "c", image: "a" }] } } },
    };
    const named = policy({ podSelector: { matchLabels: { "job-name": "j" } }, policyTypes: ["Egress"] });
    expect(idsOf(deriveObjects(job, named))).not.toContain("egress-any");
  });
});

describe("what egress rules leave open", () => {
  test.each([
    ["a rule without peers or ports", {}, ["cloud-metadata", "cluster-lateral", "egress-any"]],
    ["ports without peers", { ports: [{ port: 443 }] }, ["cluster-lateral TCP 443", "egress-any TCP 443"]],
    [
      "a range of ports that holds 80",
      { ports: [{ port: 1, endPort: 1024 }] },
      ["cloud-metadata TCP 1-1024", "cluster-lateral TCP 1-1024", "egress-any TCP 1-1024"],
    ],
    [
      "a range of UDP ports, which is no way to the metadata service",
      { ports: [{ protocol: "UDP", port: 1, endPort: 1024 }] },
      ["cluster-lateral UDP 1-1024", "egress-any UDP 1-1024"],
    ],
    [
      "a named port",
      { to: [{ namespaceSelector: {} }], ports: [{ port: "https" }] },
      ["cluster-lateral TCP https"],
    ],
    ["DNS without peers", { ports: [{ protocol: "UDP", port: "dns" }] }, ["egress-dns-any UDP dns"]],
    ["the pods of its own namespace", { to: [{ podSelector: {} }] }, []],
    [
      "some namespaces",
      { to: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "db" } } }] },
      [],
    ],
    [
      "every namespace, by a label that all have",
      {
        to: [
          {
            namespaceSelector: {
              matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "Exists" }],
            },
          },
        ],
      },
      ["cluster-lateral"],
    ],
    [
      "some pods of every namespace",
      { to: [{ namespaceSelector: {}, podSelector: { matchLabels: { a: "b" } } }] },
      [],
    ],
    ["IPv6 altogether", { to: [block("::/0")] }, ["cluster-lateral", "egress-any"]],
    ["what is given out of IPv6", { to: [block("2000::/3")] }, ["egress-any"]],
    ["a company's IPv6 addresses", { to: [block("2001:db8::/32")] }, []],
    ["everything with everything left out", { to: [block("0.0.0.0/0", "0.0.0.0/1", "128.0.0.0/1")] }, []],
    [
      "the internet without the cluster and the metadata service",
      {
        to: [
          block(
            "0.0.0.0/0",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16",
            "100.64.0.0/10",
          ),
        ],
      },
      ["egress-any"],
    ],
    ["one private range", { to: [block("172.16.0.0/12")] }, ["cluster-lateral"]],
    ["a database", { to: [block("10.1.2.3/32")] }, []],
    ["the metadata service by its address", { to: [block("169.254.169.254/32")] }, ["cloud-metadata"]],
  ])("%s", (_, rule, open) => {
    expect(under(egress(rule))).toEqual(open);
  });

  test("the internet in four pieces, in two policies, is the internet", () => {
    const one = egress({ to: [block("0.0.0.0/2"), block("64.0.0.0/2")] });
    const other = policy(
      { policyTypes: ["Egress"], egress: [{ to: [block("128.0.0.0/2"), block("192.0.0.0/2")] }] },
      "other",
    );
    expect(under(one)).not.toContain("egress-any");
    expect(under(one, other)).toContain("egress-any");
  });

  test("a large part of a private range may be the cluster: it cannot be told", () => {
    const row = rowOf(deriveObjects(pod(), egress({ to: [block("10.96.0.0/12")] })), "cluster-lateral");
    expect(row?.origin).toBe("unknown");
  });

  test("every namespace but some is the cluster, and what is left out is said", () => {
    const but = { key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system"] };
    const rule = { to: [{ namespaceSelector: { matchExpressions: [but] } }] };
    expect(rowOf(deriveObjects(pod(), egress(rule)), "cluster-lateral")?.limits).toEqual([
      "policy policy",
      "not kubernetes.io/metadata.name kube-system",
    ]);
  });

  test("a range that is none is an error, and a peer that names nobody is not taken for protection", () => {
    const result = deriveObjects(pod(), egress({ to: [{ ipBlock: { cidr: "10.0.0.0/33" } }] }));
    expect(codesOf(result)).toContain("error invalid-value");
    expect(under(egress({ to: [{}] }))).toContain("egress-any");
  });
});

describe("who may call", () => {
  test.each([
    ["a rule without peers", [{}], ["ingress-open"]],
    ["every namespace", [{ from: [{ namespaceSelector: {} }] }], ["ingress-open"]],
    ["every address", [{ from: [block("0.0.0.0/0")] }], ["ingress-open"]],
    ["one port for everybody, which somebody wrote down", [{ ports: [{ port: 8080 }] }], []],
    ["one namespace", [{ from: [{ namespaceSelector: { matchLabels: { a: "b" } } }] }], []],
    ["no rule", [], []],
  ])("%s", (_, rules, open) => {
    expect(under(ingress(...rules))).toEqual(open);
  });
});

describe("what is reached from outside", () => {
  const service = (spec: object, annotations = {}) =>
    core("Service", "s", {
      metadata: { name: "s", namespace: "n", annotations },
      spec: { selector: { app: "p" }, ports: [{ port: 80 }], ...spec },
    });
  const exposed = (...objects: Record<string, unknown>[]) =>
    rowsOf(deriveObjects(pod(), ...objects), "ingress-exposed").map((row) => [
      row.workload,
      row.anchor,
      row.origin,
    ]);

  test.each([
    ["LoadBalancer", { type: "LoadBalancer" }],
    ["NodePort", { type: "NodePort" }],
    ["externalIPs", { externalIPs: ["198.51.100.7"] }],
  ])("a Service with %s", (_, spec) => {
    expect(exposed(service(spec))).toEqual([["Pod n/p", "Service s", "explicit"]]);
  });

  test("a Service that selects nobody stands on its own, and one without selector selects nobody", () => {
    const other = service({ type: "NodePort", selector: { app: "other" } });
    expect(exposed(other)).toEqual([["Service n/s", "Service s", "explicit"]]);
    expect(exposed(service({ type: "NodePort", selector: {} }))).toEqual([
      ["Service n/s", "Service s", "explicit"],
    ]);
  });

  test("who may call a load balancer is said", () => {
    const narrow = service(
      { type: "LoadBalancer", loadBalancerSourceRanges: ["203.0.113.0/24"] },
      { "networking.gke.io/load-balancer-type": "Internal" },
    );
    expect(rowOf(deriveObjects(pod(), narrow), "ingress-exposed")?.limits).toEqual([
      "callers of 203.0.113.0/24 only",
      "asks for an internal load balancer",
    ]);
  });

  const route = (kind: string, spec: object, namespace = "n") => ({
    apiVersion: "gateway.networking.k8s.io/v1",
    kind,
    metadata: { name: "r", namespace },
    spec: { parentRefs: [{ name: "gate" }], rules: [{ backendRefs: [{ name: "s", port: 80 }] }], ...spec },
  });
  const gateway = {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "Gateway",
    metadata: { name: "gate", namespace: "n" },
    spec: { listeners: [{ name: "web", protocol: "HTTPS", port: 443, hostname: "*.example.com" }] },
  };

  test.each(["HTTPRoute", "GRPCRoute", "TCPRoute", "TLSRoute"])("a %s through its Gateway", (kind) => {
    expect(exposed(service({}), route(kind, {}), gateway)).toEqual([["Pod n/p", `${kind} r`, "explicit"]]);
  });

  test("a Gateway without routes stands on its own", () => {
    const rows = rowsOf(deriveObjects(pod(), gateway), "ingress-exposed");
    expect(rows.map((row) => [row.workload, row.extent])).toEqual([
      ["Gateway n/gate", ["HTTPS 443 *.example.com"]],
    ]);
  });

  test("a route whose parent is a Service is about calls inside", () => {
    const inside = route("HTTPRoute", { parentRefs: [{ group: "", kind: "Service", name: "s" }] });
    expect(exposed(service({}), inside)).toEqual([]);
  });

  test("a route of another namespace works with a grant of the Service's", () => {
    const backendRefs = [{ name: "s", namespace: "n", port: 80 }];
    const foreign = route("HTTPRoute", { rules: [{ backendRefs }] }, "edge");
    const grant = {
      apiVersion: "gateway.networking.k8s.io/v1beta1",
      kind: "ReferenceGrant",
      metadata: { name: "g", namespace: "n" },
      spec: {
        from: [{ group: "gateway.networking.k8s.io", kind: "HTTPRoute", namespace: "edge" }],
        to: [{ group: "", kind: "Service" }],
      },
    };
    expect(exposed(service({}), foreign)).toEqual([["Pod n/p", "HTTPRoute r", "unknown"]]);
    expect(exposed(service({}), foreign, grant)).toEqual([["Pod n/p", "HTTPRoute r", "explicit"]]);
  });

  test("a port of the node is open unless it is bound to the loopback address", () => {
    const port = (hostIP?: string) =>
      rowsOf(
        deriveObjects(pod({}, { ports: [{ containerPort: 80, hostPort: 8080, hostIP }] })),
        "ingress-exposed",
      );
    expect(port()[0]?.anchor).toBe("hostPort TCP 8080");
    expect(port("127.0.0.1")).toEqual([]);
    expect(port("10.0.0.1")[0]?.limits).toEqual(["on address 10.0.0.1 only"]);
  });
});
