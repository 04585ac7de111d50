import { describe, expect, test } from "vitest";
import { codesOf, idsOf, rowOf } from "./from-text";
import { bound, core, deriveObjects, mounting, pod, rowsOf } from "./kubernetes-objects";

const account = (annotations: object) =>
  core("ServiceAccount", "default", { metadata: { name: "default", namespace: "n", annotations } });

describe("tokens", () => {
  const closed = { automountServiceAccountToken: false };
  const projected = (audience?: string) =>
    pod({
      ...closed,
      volumes: [{ name: "t", projected: { sources: [{ serviceAccountToken: { path: "t", audience } }] } }],
    });

  test("one projected for the API is one of the API's, whatever is mounted automatically", () => {
    expect(rowOf(deriveObjects(projected()), "k8s-api-token")?.origin).toBe("explicit");
    expect(rowOf(deriveObjects(projected("https://kubernetes.default.svc")), "k8s-api-token")).toBeDefined();
  });

  test("one for another audience is said in a note", () => {
    const result = deriveObjects(projected("vault"));
    expect(rowOf(result, "k8s-api-token")).toBeUndefined();
    expect(codesOf(result)).toContain("info projected-token");
  });

  test("a Secret that holds another account's token gives that account, and its rights", () => {
    const secret = core("Secret", "token", {
      type: "kubernetes.io/service-account-token",
      metadata: {
        name: "token",
        namespace: "n",
        annotations: { "kubernetes.io/service-account.name": "account" },
      },
    });
    const uses = mounting({ secret: { secretName: "token" } });
    const rights = bound({ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }).slice(1);
    const result = deriveObjects(uses, secret, ...rights);
    expect(rowsOf(result, "k8s-api-token").map((row) => row.anchor)).toEqual(["default", "account"]);
    expect(rowOf(result, "rbac-secrets")).toMatchObject({ workload: "Pod n/p", limits: ["by Secret token"] });
  });
});

describe("rights", () => {
  test("without a token they are held and said to be out of reach", () => {
    const [, ...rights] = bound({ apiGroups: [""], resources: ["secrets"], verbs: ["get"] });
    const closed = pod({ serviceAccountName: "account", automountServiceAccountToken: false });
    expect(rowOf(deriveObjects(closed, ...rights), "rbac-secrets")?.limits).toEqual(["no token is mounted"]);
  });

  test("what everybody's group holds, every workload of it holds", () => {
    const group = (name: string) => [
      ...bound({ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }).map((object) =>
        object.kind === "RoleBinding" ? { ...object, subjects: [{ kind: "Group", name }] } : object,
      ),
    ];
    const held = (name: string) =>
      rowsOf(deriveObjects(...group(name)), "rbac-secrets").map((row) => row.workload);
    expect(held("system:serviceaccounts:n")).toEqual(["Pod n/p", "Group system:serviceaccounts:n"]);
    expect(held("system:serviceaccounts:other")).toEqual(["Group system:serviceaccounts:other"]);
  });

  test("a ClusterRole that adds itself to a built-in role is part of it", () => {
    const [workload, , binding] = bound({}, "ClusterRole");
    const adds = {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: "more", labels: { "rbac.authorization.k8s.io/aggregate-to-view": "true" } },
      rules: [{ apiGroups: [""], resources: ["pods/exec"], verbs: ["create"] }],
    };
    const viewed = { ...binding, roleRef: { kind: "ClusterRole", name: "view" } };
    expect(idsOf(deriveObjects(workload!, viewed), "Pod n/p")).not.toContain("rbac-exec");
    expect(idsOf(deriveObjects(workload!, viewed, adds), "Pod n/p")).toContain("rbac-exec");
  });
});

describe("cloud identities", () => {
  const anchors = (...objects: Record<string, unknown>[]) =>
    rowsOf(deriveObjects(...objects), "cloud-identity").map((row) => [row.anchor, row.origin]);

  test.each([
    [
      "eks.amazonaws.com/role-arn",
      "arn:aws:iam::111122223333:role/r",
      "AWS arn:aws:iam::111122223333:role/r",
    ],
    ["iam.gke.io/gcp-service-account", "a@p.iam.gserviceaccount.com", "Google a@p.iam.gserviceaccount.com"],
  ])("by %s", (key, value, anchor) => {
    expect(anchors(pod(), account({ [key]: value }))).toEqual([[anchor, "explicit"]]);
  });

  test("Azure's needs the pod's label, and the label alone does not say which", () => {
    const labelled = pod({}, {}, { labels: { "azure.workload.identity/use": "true" } });
    const client = account({ "azure.workload.identity/client-id": "id" });
    expect(anchors(labelled, client)).toEqual([["Azure id", "explicit"]]);
    expect(anchors(labelled, account({}))).toEqual([["Azure", "unknown"]]);
    expect(anchors(pod(), client)).toEqual([]);
    expect(codesOf(deriveObjects(pod(), client))).toContain("info cloud-identity-ineffective");
  });

  test("what a webhook wrote into a pod is the row of the account's annotation", () => {
    const arn = "arn:aws:iam::111122223333:role/r";
    const injected = pod({}, { env: [{ name: "AWS_ROLE_ARN", value: arn }] });
    expect(anchors(injected, account({ "eks.amazonaws.com/role-arn": arn }))).toEqual([
      [`AWS ${arn}`, "explicit"],
    ]);
  });

  test("credentials by variable are the container's", () => {
    const keys = pod(
      {},
      {
        env: [{ name: "AWS_ACCESS_KEY_ID", valueFrom: { secretKeyRef: { name: "s", key: "id" } } }],
      },
    );
    expect(rowOf(deriveObjects(keys), "cloud-identity")).toMatchObject({ container: "c", anchor: "AWS" });
  });
});

describe("what is followed in the input", () => {
  test("a ConfigMap's variables are the container's", () => {
    const map = core("ConfigMap", "m", { data: { DOCKER_HOST: "tcp://d:2375", url: "tcp://e:2375" } });
    const whole = pod({}, { envFrom: [{ configMapRef: { name: "m" } }] });
    const one = pod(
      {},
      {
        env: [{ name: "DOCKER_HOST", valueFrom: { configMapKeyRef: { name: "m", key: "url" } } }],
      },
    );
    expect(rowOf(deriveObjects(whole, map), "runtime-api-tcp")?.origin).toBe("explicit");
    expect(rowOf(deriveObjects(one, map), "runtime-api-tcp")?.origin).toBe("explicit");
    expect(rowOf(deriveObjects(one), "runtime-api-tcp")?.origin).toBe("unknown");
    const overridden = pod(
      {},
      {
        envFrom: [{ configMapRef: { name: "m" } }],
        env: [{ name: "DOCKER_HOST", value: "unix:///s" }],
      },
    );
    expect(rowOf(deriveObjects(overridden, map), "runtime-api-tcp")).toBeUndefined();
  });

  test("a Secret's keys are said, its values never, and neither changes what is signed", () => {
    const uses = pod({}, { envFrom: [{ secretRef: { name: "s" } }] });
    const secret = core("Secret", "s", { data: { user: "dQ==", password: "cGFzc3dvcmQ=" } });
    const [without, with_] = [deriveObjects(uses), deriveObjects(uses, secret)];
    expect(rowOf(with_, "secret-env")?.limits).toEqual(["its keys are password, user"]);
    expect(JSON.stringify(with_)).not.toContain("cGFzc3dvcmQ=");
    expect(with_.authorityDigest).toBe(without.authorityDigest);
  });

  test("a claim leads to the volume that somebody made for it, not to one that a provisioner makes", () => {
    const volume = (annotations: object) => ({
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: "pv", annotations },
      spec: { claimRef: { name: "data", namespace: "n" }, hostPath: { path: "/etc/kubernetes" } },
    });
    const uses = mounting({ persistentVolumeClaim: { claimName: "data", readOnly: true } });
    expect(rowOf(deriveObjects(uses, volume({})), "host-path-ro")).toMatchObject({
      anchor: "/etc/kubernetes",
      limits: ["mounted read only", "through PersistentVolume pv"],
    });
    const made = volume({ "pv.kubernetes.io/provisioned-by": "rancher.io/local-path" });
    expect(rowOf(deriveObjects(uses, made), "host-path-ro")).toBeUndefined();
  });

  test("a claim of two workloads is shared by both", () => {
    const other = {
      ...mounting({ persistentVolumeClaim: { claimName: "data" } }),
      metadata: { name: "q", namespace: "n" },
    };
    const uses = mounting({ persistentVolumeClaim: { claimName: "data" } });
    expect(rowsOf(deriveObjects(uses, other), "shared-volume").map((row) => row.workload)).toEqual([
      "Pod n/p",
      "Pod n/q",
    ]);
    expect(rowsOf(deriveObjects(uses), "shared-volume")).toEqual([]);
  });

  test("a namespace's ranges and quotas are said at the limit that is missing", () => {
    const range = core("LimitRange", "range", {
      spec: { limits: [{ type: "Container", max: { memory: "1Gi" } }] },
    });
    const quota = core("ResourceQuota", "quota", { spec: { hard: { "limits.memory": "8Gi" } } });
    expect(rowOf(deriveObjects(pod(), range, quota), "memory-unlimited")?.limits).toEqual([
      "LimitRange range gives 1Gi to pods created since",
      "ResourceQuota quota holds the namespace to 8Gi",
    ]);
  });

  test("a debug container of a pod that is left out is its owner's", () => {
    const deployment = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d", namespace: "n" },
      spec: { template: { spec: { containers: [{ name: "c", image: "a" }] } } },
    };
    const owned = (kind: string, name: string, owner: object, spec: object) => ({
      apiVersion: kind === "Pod" ? "v1" : "apps/v1",
      kind,
      metadata: { name, namespace: "n", ownerReferences: [{ ...owner, controller: true }] },
      spec,
    });
    const set = owned("ReplicaSet", "d-1", { kind: "Deployment", name: "d" }, deployment.spec);
    const debugged = owned(
      "Pod",
      "d-1-x",
      { kind: "ReplicaSet", name: "d-1" },
      {
        containers: [{ name: "c", image: "a" }],
        ephemeralContainers: [{ name: "debugger", image: "b", securityContext: { privileged: true } }],
      },
    );
    const result = deriveObjects(deployment, set, debugged);
    expect(result.workloads.map(({ ref }) => ref)).toEqual(["Deployment n/d"]);
    expect(rowOf(result, "debug-container")).toMatchObject({
      workload: "Deployment n/d",
      container: "debugger",
    });
    expect(rowOf(result, "privileged")?.container).toBe("debugger");
  });

  test("on Windows there is nothing that is particular to Linux", () => {
    const ids = idsOf(deriveObjects(pod({ os: { name: "windows" } })));
    for (const id of [
      "cap-default-set@c",
      "seccomp-unconfined@c",
      "allow-privilege-escalation@c",
      "no-user-namespace",
    ])
      expect(ids).not.toContain(id);
    const admin = pod({
      os: { name: "windows" },
      securityContext: { windowsOptions: { runAsUserName: "ContainerAdministrator" } },
    });
    expect(rowOf(deriveObjects(admin), "run-as-root")?.origin).toBe("explicit");
  });

  test("an image that is mounted is code from a registry as well", () => {
    const result = deriveObjects(mounting({ image: { reference: "registry.example.com/model:1" } }));
    expect(rowsOf(result, "image-source").map((row) => row.anchor)).toContain("registry.example.com/model");
    expect(rowsOf(result, "image-mutable").map((row) => row.container)).toEqual([null, "c"]);
  });
});
