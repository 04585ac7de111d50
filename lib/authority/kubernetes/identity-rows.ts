import type { Notes } from "@/lib/authority/notes";
import type { Rows } from "@/lib/authority/rows";
import type { KubeIndex } from "./kube-index";
import type { Pod } from "./pod";
import { isTokenFolder } from "./volume-rows";

/** The service account a pod runs as, and whether that is written. */
export function accountOf(pod: Pod): { name: string; at: ReturnType<Pod["spec"]["get"]> } {
  const current = pod.spec.get("serviceAccountName");
  const at = current.exists ? current : pod.spec.get("serviceAccount");
  return { name: at.string() || "default", at: at.exists ? at : current };
}

/** Rows of group 1c that the pod's identity holds: token, account, cloud role, registry credentials. */
export function addIdentityRows(pod: Pod, index: KubeIndex, rows: Rows, notes: Notes): void {
  const account = accountOf(pod);
  const accountObject = index.accounts.get(`${pod.namespace}/${account.name}`);
  if (account.name === "default") {
    rows.add("k8s-sa-default", account.at, account.at.exists ? "explicit" : "default", {
      anchor: "default",
      authority: "workload-identity",
    });
  }
  addToken(pod, account.name, accountObject?.at.get("automountServiceAccountToken"), rows, notes);
  for (const [key, at] of accountObject?.at.path("metadata", "annotations").entries() ?? []) {
    const provider = CLOUD_ANNOTATIONS[key];
    if (provider)
      rows.add("cloud-identity", at, "explicit", {
        anchor: `${provider} ${at.string()}`,
        authority: "workload-identity",
      });
  }
  if (pod.labels.get("azure.workload.identity/use") === "true" && !accountObject) {
    rows.add(
      "cloud-identity",
      pod.template.path("metadata", "labels", "azure.workload.identity/use"),
      "unknown",
      {
        anchor: "Azure",
        authority: "workload-identity",
      },
    );
  }
  const pulls = [
    ...pod.spec.get("imagePullSecrets").items(),
    ...(accountObject?.at.get("imagePullSecrets").items() ?? []),
  ];
  for (const at of pulls) {
    const name = at.get("name").string();
    if (name)
      rows.add("registry-build-credentials", at, "explicit", { anchor: name, target: `Secret ${name}` });
  }
}

const CLOUD_ANNOTATIONS: Record<string, string> = {
  "eks.amazonaws.com/role-arn": "AWS",
  "iam.gke.io/gcp-service-account": "Google",
  "azure.workload.identity/client-id": "Azure",
};

function addToken(
  pod: Pod,
  account: string,
  ofAccount: ReturnType<Pod["spec"]["get"]> | undefined,
  rows: Rows,
  notes: Notes,
): void {
  const own = pod.spec.get("automountServiceAccountToken");
  const shared = ofAccount?.boolean();
  const at = own.boolean() === undefined && shared !== undefined && ofAccount ? ofAccount : own;
  const mounted = own.boolean() ?? shared;
  const text = {
    anchor: account,
    target: `the Kubernetes API as ServiceAccount ${account}`,
    authority: "workload-identity",
  } as const;
  const byHand = tokenMountedByHand(pod, notes);
  if (mounted === true) rows.add("k8s-api-token", at, "explicit", text);
  else if (mounted === undefined && pod.hasOwnDefaults) rows.add("k8s-api-token", own, "unknown", text);
  else if (mounted === undefined)
    rows.add("k8s-api-token", own, "default", { ...text, authority: "platform-automatic" });
  else if (byHand) rows.add("k8s-api-token", byHand, "explicit", text);
}

/** A token that is mounted although nothing is mounted automatically: projected for the API, or a Secret. */
function tokenMountedByHand(pod: Pod, notes: Notes) {
  let found: ReturnType<Pod["spec"]["get"]> | undefined;
  for (const volume of pod.spec.get("volumes").items()) {
    for (const source of volume.path("projected", "sources").items()) {
      const token = source.get("serviceAccountToken");
      if (!token.exists) continue;
      const audience = token.get("audience").string();
      if (audience === null) found ??= token;
      else
        notes.add(
          "info",
          "projected-token",
          `${pod.ref} holds a service account token for the audience ${audience}`,
          token,
        );
    }
  }
  for (const container of pod.containers) {
    for (const mount of container.at.get("volumeMounts").items()) {
      if (isTokenFolder(mount.get("mountPath").string() ?? "")) found ??= mount;
    }
  }
  return found;
}
