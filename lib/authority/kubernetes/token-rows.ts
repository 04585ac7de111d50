import { cleanPath } from "@/lib/authority/host-paths";
import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import type { KubeIndex } from "./kube-index";
import { type Pod, silenceOf } from "./pod";

const TOKEN_FOLDER = "/run/secrets/kubernetes.io/serviceaccount";

/** Whether a mount is the service account's token, as older API servers wrote it: that is `k8s-api-token`. */
export const isTokenFolder = (path: string): boolean =>
  cleanPath(path).replace(/^\/var/, "") === TOKEN_FOLDER;

/** Audiences that are the Kubernetes API itself, so that a token for them is one of the API's. */
const API_AUDIENCE = /^(https:\/\/)?kubernetes\.default(\.svc(\.cluster\.local)?)?(:443)?\/?$|^api$/;

const tokenText = (account: string) =>
  ({
    anchor: account,
    target: `the Kubernetes API as ServiceAccount ${account}`,
    authority: "workload-identity",
  }) as const;

/** Rows `k8s-api-token`: mounted by default, by switch, by hand, or as a Secret that holds another account's. */
export function addTokenRows(pod: Pod, account: string, index: KubeIndex, rows: Rows, notes: Notes): void {
  const ofAccount = index.accounts.get(`${pod.namespace}/${account}`)?.at.get("automountServiceAccountToken");
  const own = pod.spec.get("automountServiceAccountToken");
  const shared = ofAccount?.boolean();
  const at = own.boolean() === undefined && shared !== undefined && ofAccount ? ofAccount : own;
  const mounted = own.boolean() ?? shared;
  const text = tokenText(account);
  const byHand = tokenMountedByHand(pod, notes);
  if (mounted === true) rows.add("k8s-api-token", at, "explicit", text);
  else if (mounted === undefined) {
    const origin = silenceOf(pod, "token", own);
    rows.add("k8s-api-token", own, origin, {
      ...text,
      authority: origin === "default" ? "platform-automatic" : "workload-identity",
    });
  } else if (byHand) rows.add("k8s-api-token", byHand, "explicit", text);
  for (const other of pod.otherAccounts)
    rows.add("k8s-api-token", other.at, "explicit", { ...tokenText(other.name), limits: [other.limit] });
  addTokenSecrets(pod, account, index, rows);
}

/** A token that is mounted although nothing is mounted automatically: projected for the API, or a Secret. */
function tokenMountedByHand(pod: Pod, notes: Notes): At | undefined {
  let found: At | undefined;
  for (const volume of pod.spec.get("volumes").items()) {
    for (const source of volume.path("projected", "sources").items()) {
      const token = source.get("serviceAccountToken");
      if (!token.exists) continue;
      const audience = token.get("audience").string();
      if (audience === null || API_AUDIENCE.test(audience)) found ??= token;
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

/** Secrets of the input that hold the token of a service account, wherever the pod uses them. */
function addTokenSecrets(pod: Pod, account: string, index: KubeIndex, rows: Rows): void {
  if (index.secrets.size === 0) return;
  for (const { name, at } of secretsUsed(pod)) {
    const secret = index.secrets.get(`${pod.namespace}/${name}`);
    if (secret?.at.get("type").string() !== "kubernetes.io/service-account-token") continue;
    const holder = secret.at.path("metadata", "annotations", "kubernetes.io/service-account.name").string();
    if (holder === null || holder === account) continue;
    if (!pod.otherAccounts.some((other) => other.name === holder))
      pod.otherAccounts.push({ name: holder, at, limit: `by Secret ${name}` });
    rows.add("k8s-api-token", at, "explicit", { ...tokenText(holder), limits: [`by Secret ${name}`] });
  }
}

function secretsUsed(pod: Pod): { name: string; at: At }[] {
  const found: { name: string; at: At }[] = [];
  const add = (at: At, key: string) => {
    const name = at.get(key).string();
    if (name !== null) found.push({ name, at });
  };
  for (const volume of pod.spec.get("volumes").items()) {
    add(volume.get("secret"), "secretName");
    for (const source of volume.path("projected", "sources").items()) add(source.get("secret"), "name");
  }
  for (const { at } of pod.containers) {
    for (const source of at.get("envFrom").items()) add(source.get("secretRef"), "name");
    for (const entry of at.get("env").items()) add(entry.path("valueFrom", "secretKeyRef"), "name");
  }
  return found;
}
