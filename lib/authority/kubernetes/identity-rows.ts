import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import type { KubeIndex } from "./kube-index";
import type { Pod } from "./pod";
import { silenceOf } from "./pod";
import { addTokenRows } from "./token-rows";

/** The service account a pod runs as, and whether that is written. */
export function accountOf(pod: Pod): { name: string; at: At } {
  const current = pod.spec.get("serviceAccountName");
  const at = current.exists ? current : pod.spec.get("serviceAccount");
  return { name: at.string() || "default", at: at.exists ? at : current };
}

/** Rows of group 1c that the pod's identity holds: token, account, cloud role, registry credentials. */
export function addIdentityRows(pod: Pod, index: KubeIndex, rows: Rows, notes: Notes): void {
  const account = accountOf(pod);
  const accountObject = index.accounts.get(`${pod.namespace}/${account.name}`);
  if (account.name === "default") {
    const origin = account.at.exists ? "explicit" : silenceOf(pod, "account", account.at);
    rows.add("k8s-sa-default", account.at, origin, { anchor: "default", authority: "workload-identity" });
  }
  addTokenRows(pod, account.name, index, rows, notes);
  addCloudRows(pod, accountObject?.at, rows, notes);
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

const AZURE = "azure.workload.identity/client-id";
const CLOUD_ANNOTATIONS: Record<string, string> = {
  "eks.amazonaws.com/role-arn": "AWS",
  "iam.gke.io/gcp-service-account": "Google",
  [AZURE]: "Azure",
};

/**
 * The cloud's role of the service account. Azure gives it to pods with a label of its own only; where that
 * is there and the account's annotation is not, which identity it is stands elsewhere.
 */
function addCloudRows(pod: Pod, account: At | undefined, rows: Rows, notes: Notes): void {
  const labelled = pod.labels.get("azure.workload.identity/use") === "true";
  const add = (at: At, anchor: string, origin: "explicit" | "unknown" = "explicit") =>
    rows.add("cloud-identity", at, origin, { anchor, authority: "workload-identity" });
  for (const [key, at] of account?.path("metadata", "annotations").entries() ?? []) {
    const provider = Object.hasOwn(CLOUD_ANNOTATIONS, key) ? CLOUD_ANNOTATIONS[key] : undefined;
    if (!provider || at.string() === null) continue;
    if (key === AZURE && !labelled) {
      notes.add(
        "info",
        "cloud-identity-ineffective",
        `${pod.ref} does not carry the label azure.workload.identity/use, so the Azure identity of its service account is not given to it`,
        at,
      );
    } else add(at, `${provider} ${at.string()}`);
  }
  if (labelled && !account?.path("metadata", "annotations").get(AZURE).exists)
    add(pod.template.path("metadata", "labels", "azure.workload.identity/use"), "Azure", "unknown");
  const role = pod.annotations.find(([key]) => key === "iam.amazonaws.com/role")?.[1];
  if (role?.string()) add(role, `AWS ${role.string()}`);
}
