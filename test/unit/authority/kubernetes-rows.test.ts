import { describe, expect, test } from "vitest";
import { codesOf, deriveTexts, idsOf, rowOf, SILENT } from "./from-text";

const pod = (spec: string) => `apiVersion: v1
kind: Pod
metadata:
  name: p
  labels: { app: p }
spec:
${spec}`;

const container = (fields: string) => pod(`  containers:\n  - name: main\n    image: busybox\n${fields}`);

describe("security contexts", () => {
  test("the container's own value wins over the pod's, in both directions", () => {
    const text = pod(`  securityContext:
    runAsUser: 0
    seccompProfile: { type: Unconfined }
  containers:
  - name: own
    image: a
    securityContext:
      runAsUser: 1000
      seccompProfile: { type: RuntimeDefault }
  - name: inherits
    image: a
`);
    const ids = idsOf(deriveTexts(text));
    expect(ids).not.toContain("run-as-root@own");
    expect(ids).not.toContain("seccomp-unconfined@own");
    expect(rowOf(deriveTexts(text), "run-as-root", "inherits")?.origin).toBe("explicit");
    expect(rowOf(deriveTexts(text), "seccomp-unconfined", "inherits")?.origin).toBe("explicit");
  });

  test("an added capability is one row each, whatever its spelling", () => {
    const result = deriveTexts(
      container(
        "    securityContext: { capabilities: { add: [cap_sys_admin, NET_ADMIN], drop: [CAP_NET_RAW] } }\n",
      ),
    );
    const added = result.capabilities.filter((row) => row.id === "cap-add");
    expect(added.map((row) => [row.anchor, row.severity])).toEqual([
      ["SYS_ADMIN", "critical"],
      ["NET_ADMIN", "high"],
    ]);
    expect(rowOf(result, "cap-default-set")?.extent).toHaveLength(13);
    expect(rowOf(result, "cap-default-set")?.extent).not.toContain("NET_RAW");
  });

  test("SYS_ADMIN and privileged force escalation on, though it is written as false", () => {
    for (const how of ["privileged: true", "capabilities: { add: [SYS_ADMIN] }"]) {
      const result = deriveTexts(
        container(`    securityContext: { allowPrivilegeEscalation: false, ${how} }\n`),
      );
      expect(rowOf(result, "allow-privilege-escalation")?.origin).toBe("explicit");
    }
  });

  test("a quoted boolean is a string to kubectl: an error note, and the field counts as absent", () => {
    const result = deriveTexts(container('    securityContext: { privileged: "true" }\n'));
    expect(rowOf(result, "privileged")).toBeUndefined();
    expect(codesOf(result)).toContain("error invalid-value");
  });

  test("words of YAML 1.1 are booleans", () => {
    const ids = idsOf(
      deriveTexts(
        pod("  hostPID: yes\n  hostIPC: Off\n  hostNetwork: on\n  containers: [{name: a, image: a}]\n"),
      ),
    );
    expect(ids).toContain("host-pid");
    expect(ids).toContain("host-network");
    expect(ids).not.toContain("host-ipc");
  });
});

describe("containers of every kind", () => {
  const text = pod(`  initContainers:
  - { name: setup, image: a, securityContext: { privileged: true } }
  - { name: proxy, image: a, restartPolicy: Always }
  containers:
  - { name: main, image: a }
  ephemeralContainers:
  - { name: debug, image: a, targetContainerName: main }
`);

  test("init, sidecar and ephemeral containers are told apart", () => {
    expect(deriveTexts(text).workloads[0]?.containers).toEqual([
      { name: "main", role: "main" },
      { name: "setup", role: "init" },
      { name: "proxy", role: "sidecar" },
      { name: "debug", role: "ephemeral" },
    ]);
  });

  test("what one container holds is never reported on another", () => {
    const privileged = deriveTexts(text).capabilities.filter((row) => row.id === "privileged");
    expect(privileged.map((row) => row.container)).toEqual(["setup"]);
    expect(idsOf(deriveTexts(text))).toContain("debug-container@debug");
  });
});

describe("host paths", () => {
  const mounted = (path: string, mount = "") =>
    deriveTexts(
      pod(`  containers:
  - name: main
    image: a
    volumeMounts: [{ name: v, mountPath: /x${mount} }]
  volumes: [{ name: v, hostPath: { path: "${path}" } }]
`),
    );

  test("are writable unless the mount says otherwise", () => {
    expect(rowOf(mounted("/srv/data/"), "host-path-rw")).toMatchObject({
      anchor: "/srv/data",
      access: "read-write",
    });
    expect(rowOf(mounted("/srv/data", ", readOnly: true"), "host-path-ro")?.access).toBe("read");
  });

  test.each([
    ["/", ["host-path-rw", "host-path-sensitive", "runtime-socket"]],
    ["/var/run/docker.sock", ["host-path-rw", "host-path-sensitive", "runtime-socket"]],
    ["/etc/app", ["host-path-rw", "host-path-sensitive"]],
    ["/var/lib", ["host-path-rw", "host-path-sensitive"]],
    ["/home/dev/.aws", ["host-path-rw", "host-path-sensitive"]],
    ["/srv/../etc", ["host-path-rw", "host-path-sensitive"]],
    ["/etcetera", ["host-path-rw"]],
    ["/run/dbus/system_bus_socket", ["host-path-rw", "host-path-sensitive", "host-service-socket"]],
  ])("%s reaches %j", (path, ids) => {
    const found = mounted(path).capabilities.filter((row) =>
      /^(host-path|runtime-socket|host-service)/.test(row.id),
    );
    expect(found.map((row) => row.id).sort()).toEqual(ids);
  });

  test("one container may write what another only reads", () => {
    const result = deriveTexts(
      pod(`  containers:
  - { name: reads, image: a, volumeMounts: [{ name: v, mountPath: /x, readOnly: true }] }
  - { name: writes, image: a, volumeMounts: [{ name: v, mountPath: /x }] }
  volumes: [{ name: v, hostPath: { path: /srv } }]
`),
    );
    expect(rowOf(result, "host-path-ro")?.container).toBe("reads");
    expect(rowOf(result, "host-path-rw")?.container).toBe("writes");
  });

  test("a volume that nobody mounts is declared, not held", () => {
    const result = deriveTexts(
      pod("  containers: [{ name: a, image: a }]\n  volumes: [{ name: v, hostPath: { path: /etc } }]\n"),
    );
    expect(rowOf(result, "host-path-ro")).toMatchObject({
      container: null,
      access: "declared",
      severity: "info",
    });
    expect(rowOf(result, "host-path-sensitive")).toBeUndefined();
  });
});

describe("network", () => {
  const policy = (spec: string) => `---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: n }
spec:
  podSelector: { matchLabels: { app: p } }
${spec}`;
  const network = (spec: string) =>
    deriveTexts(container("") + policy(spec))
      .capabilities.filter((row) => /^(egress|cloud-meta|cluster-lat|ingress-open)/.test(row.id))
      .map((row) => [row.id, row.origin, row.extent.join(" ")]);

  test("a policy without egress rules restricts ingress only", () => {
    expect(network("  ingress: []\n").map(([id]) => id)).toEqual([
      "egress-any",
      "cloud-metadata",
      "cluster-lateral",
    ]);
  });

  test("a rule for port 53 without a destination is a way out for data, and not every destination", () => {
    expect(network("  policyTypes: [Egress]\n  egress:\n  - ports: [{ port: 53, protocol: UDP }]\n")).toEqual(
      [
        ["egress-dns-any", "explicit", "UDP 53"],
        ["ingress-open", "default", ""],
      ],
    );
  });

  test("the internet without private ranges and metadata is still the internet", () => {
    const spec = `  policyTypes: [Ingress, Egress]
  egress:
  - to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: [10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, 100.64.0.0/10]
    ports: [{ port: 443 }]
`;
    expect(network(spec)).toEqual([["egress-any", "explicit", "TCP 443"]]);
  });

  test("two halves of the internet are the internet", () => {
    const spec =
      "  policyTypes: [Ingress, Egress]\n  egress: [{ to: [{ ipBlock: { cidr: 0.0.0.0/1 } }, { ipBlock: { cidr: 128.0.0.0/1 } }] }]\n";
    expect(network(spec).map(([id]) => id)).toContain("egress-any");
  });

  test("an empty namespace selector is every pod, not every address", () => {
    const spec = "  policyTypes: [Ingress, Egress]\n  egress: [{ to: [{ namespaceSelector: {} }] }]\n";
    expect(network(spec)).toEqual([["cluster-lateral", "explicit", ""]]);
  });

  test("a policy of another namespace does not select", () => {
    const elsewhere = policy("  policyTypes: [Ingress, Egress]\n").replace(
      "name: n }",
      "name: n, namespace: other }",
    );
    expect(idsOf(deriveTexts(container("") + elsewhere))).toContain("egress-any");
  });

  test("network policies do not hold for a pod on the host's network", () => {
    const result = deriveTexts(
      container("  hostNetwork: true\n") + policy("  policyTypes: [Ingress, Egress]\n"),
    );
    expect(rowOf(result, "egress-any")?.origin).toBe("default");
  });

  test("policies of kinds that are not read leave the rows unknown", () => {
    const cilium =
      "---\napiVersion: cilium.io/v2\nkind: CiliumNetworkPolicy\nmetadata: { name: c }\nspec: {}\n";
    const result = deriveTexts(SILENT + cilium);
    expect(rowOf(result, "egress-any")?.origin).toBe("unknown");
    expect(codesOf(result)).toContain("warning policy-not-read");
  });
});

describe("kinds", () => {
  test.each([
    ["apps/v1", "Deployment", "spec: { template: { spec: { containers: [{ name: c, image: a }] } } }"],
    ["apps/v1", "StatefulSet", "spec: { template: { spec: { containers: [{ name: c, image: a }] } } }"],
    ["apps/v1", "DaemonSet", "spec: { template: { spec: { containers: [{ name: c, image: a }] } } }"],
    ["apps/v1", "ReplicaSet", "spec: { template: { spec: { containers: [{ name: c, image: a }] } } }"],
    ["v1", "ReplicationController", "spec: { template: { spec: { containers: [{ name: c, image: a }] } } }"],
    ["batch/v1", "Job", "spec: { template: { spec: { containers: [{ name: c, image: a }] } } }"],
    [
      "batch/v1beta1",
      "CronJob",
      "spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: c, image: a }] } } } } }",
    ],
  ])("%s %s", (apiVersion, kind, spec) => {
    const result = deriveTexts(
      `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: x, namespace: n }\n${spec}\n`,
    );
    expect(result.workloads).toEqual([{ ref: `${kind} n/x`, containers: [{ name: "c", role: "main" }] }]);
    expect(rowOf(result, "memory-unlimited", "c")?.workload).toBe(`${kind} n/x`);
  });

  test("a kind that is not read is named in a note", () => {
    const result = deriveTexts(
      "apiVersion: tekton.dev/v1\nkind: PipelineRun\nmetadata: { name: t }\nspec: {}\n",
    );
    expect(result.notes.find((note) => note.code === "kind-not-read")?.message).toContain("PipelineRun");
  });

  test("lists, lists in lists, and lists whose items have no kind are taken apart", () => {
    const result = deriveTexts(
      '{"kind":"List","apiVersion":"v1","items":[{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"a"},"spec":{"containers":[{"name":"c","image":"i"}]}}]}]}',
    );
    expect(result.workloads.map((workload) => workload.ref)).toEqual(["Pod default/a"]);
  });

  test("of an object written twice the last counts", () => {
    const result = deriveTexts(
      `${SILENT}---\n${SILENT.replace("image: busybox", "image: busybox\n  hostPID: true")}`,
    );
    expect(result.workloads).toHaveLength(1);
    expect(rowOf(result, "host-pid")).toBeDefined();
    expect(codesOf(result)).toContain("warning duplicate-object");
  });

  test("a pod whose controller is in the input is left out, with a note", () => {
    const set =
      "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: { name: r }\nspec: { template: { spec: { containers: [{ name: c, image: a }] } } }\n";
    const owned =
      "---\napiVersion: v1\nkind: Pod\nmetadata: { name: r-1, ownerReferences: [{ kind: ReplicaSet, name: r, controller: true }] }\nspec: { containers: [{ name: c, image: a }] }\n";
    const result = deriveTexts(set + owned);
    expect(result.workloads.map((workload) => workload.ref)).toEqual(["ReplicaSet default/r"]);
    expect(codesOf(result)).toContain("info controlled");
  });

  test("a service account's own switch decides where the pod says nothing", () => {
    const account =
      "---\napiVersion: v1\nkind: ServiceAccount\nmetadata: { name: default }\nautomountServiceAccountToken: false\n";
    expect(idsOf(deriveTexts(SILENT + account))).not.toContain("k8s-api-token");
    const insists = SILENT.replace("spec:", "spec:\n  automountServiceAccountToken: true");
    expect(rowOf(deriveTexts(insists + account), "k8s-api-token")?.origin).toBe("explicit");
  });
});
