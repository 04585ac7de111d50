import { pathContains } from "@/lib/authority/wider";
import type { Capability, CapabilityGrant } from "../content";
import { innerLayerOf } from "./inner-layer";

/**
 * Where a row of an executor stands to the layers inside it: `inside`, a layer gives it; `if-fails`, the outer
 * configuration gives it and the layer keeps it away; `unknown`, the configurations do not tell.
 */
export type LayerReach = { reach: "inside" | "if-fails" | "unknown"; layer: string };

/** What is compared of a row. */
export type LayerRow = Pick<Capability, "id" | "workload" | "class" | "family" | "anchor" | "catalogueId"> & {
  grant: Pick<CapabilityGrant, "origin"> | null;
};

/** How an outer row of a family is looked for inside. */
type Way = "same" | "network" | "path" | "variable" | "token" | "capabilities" | "nowhere";

/**
 * What bwrap and nsjail decide, by family. A family that is not here is none that they decide, so that nothing
 * is said of it but that it is unknown.
 */
const WAYS: Record<string, Way> = {
  "host-pid": "same",
  "share-process-namespace": "same",
  "host-ipc": "same",
  "host-uts-cgroupns": "same",
  "no-user-namespace": "same",
  "allow-privilege-escalation": "same",
  "seccomp-unconfined": "same",
  "run-as-root": "same",
  "root-group": "same",
  "writable-rootfs": "same",
  "proc-unmasked": "same",
  "device-access": "same",
  "shared-kernel": "same",
  "mount-propagation": "same",
  "cpu-unlimited": "same",
  "memory-unlimited": "same",
  "pids-unlimited": "same",
  "disk-unlimited": "same",
  "time-unlimited": "same",
  "host-network": "network",
  egress: "network",
  "cloud-metadata": "network",
  "cluster-lateral": "network",
  "host-gateway": "network",
  "runtime-api-tcp": "network",
  "host-path": "path",
  "host-path-sensitive": "path",
  "runtime-socket": "path",
  "host-service-socket": "path",
  "secret-volume": "path",
  "shared-volume": "path",
  "external-volume-driver": "path",
  "code-from-config": "path",
  "secret-env": "variable",
  "secret-literal": "variable",
  "k8s-api-token": "token",
  privileged: "capabilities",
  "cap-add": "capabilities",
  "cap-default-set": "capabilities",
  // Nothing inside can ask for these: they are of the machine's side of the container.
  "gitrepo-volume": "nowhere",
  "windows-hostprocess": "nowhere",
};

/** Rights that are used with the token of the Kubernetes API. */
const wayOf = (family: string): Way | undefined => (family.startsWith("rbac-") ? "token" : WAYS[family]);

/**
 * What to say of each row of one executor, by the rows' ids. Empty where no layer inside it is known; claims
 * and images are left out, since a layer neither gives nor holds them.
 */
export function layerReach(rows: readonly LayerRow[]): Map<string, LayerReach> {
  const found = new Map<string, LayerReach>();
  const inner = new Map<string, LayerRow[]>();
  for (const row of rows) {
    const layer = innerLayerOf(row.workload);
    if (!layer) continue;
    found.set(row.id, { reach: "inside", layer: layer.name });
    if (layer.kind) inner.set(row.workload!, [...(inner.get(row.workload!) ?? []), row]);
  }
  if (inner.size === 0) return found;
  const name = [...new Set([...inner.keys()].map((workload) => innerLayerOf(workload)!.name))]
    .sort()
    .join(" and ");
  const calls = [...inner.values()].map(layerRowsOf);
  for (const row of rows) {
    if (found.has(row.id) || row.class === "claim" || row.family.startsWith("image-")) continue;
    // Of several calls the one that gives most decides: whoever submits code may get any of them.
    const reaches = calls.map((call) => reachOf(row, call));
    const reach = reaches.includes("inside")
      ? "inside"
      : reaches.includes("unknown")
        ? "unknown"
        : "if-fails";
    found.set(row.id, { reach, layer: name });
  }
  return found;
}

/** The rows of one call, by family. */
type Call = Map<string, LayerRow[]>;

function layerRowsOf(rows: LayerRow[]): Call {
  const call: Call = new Map();
  for (const row of rows) call.set(row.family, [...(call.get(row.family) ?? []), row]);
  return call;
}

type Reach = LayerReach["reach"];

const isUnknown = ({ grant }: LayerRow): boolean => grant?.origin === "unknown";

/** What rows that stand for it say: one for sure, or only such as may be. */
const saidBy = (rows: readonly LayerRow[]): Reach =>
  rows.some((row) => !isUnknown(row)) ? "inside" : rows.length > 0 ? "unknown" : "if-fails";

function reachOf(row: LayerRow, call: Call): Reach {
  const of = (family: string): LayerRow[] => call.get(family) ?? [];
  const same = of(row.family).filter(({ anchor }) => anchor === row.anchor);
  switch (wayOf(row.family)) {
    case "same":
      return saidBy(same);
    case "network":
      return saidBy([...of("host-network"), ...(row.family === "egress" ? of("egress") : [])]);
    case "token":
      return saidBy(of("k8s-api-token"));
    case "capabilities":
      return row.family === "cap-add" && same.length > 0
        ? saidBy(same)
        : [...of("cap-add"), ...of("cap-default-set")].length > 0
          ? "unknown"
          : "if-fails";
    case "variable":
      if (same.some((one) => !isUnknown(one))) return "inside";
      return of("secret-env").some(({ anchor }) => anchor === "inherited environment")
        ? "unknown"
        : "if-fails";
    case "path":
      return pathReach(row, of("host-path"));
    case "nowhere":
      return "if-fails";
    default:
      return "unknown";
  }
}

/**
 * The outer row names a path of the machine, the inner one a path of the container: the same text in both is
 * taken for the same, anything else cannot be told as long as a path is handed inside at all.
 */
function pathReach(row: LayerRow, inner: readonly LayerRow[]): Reach {
  if (inner.length === 0) return "if-fails";
  const isPath = row.anchor.startsWith("/");
  const holds = inner.some(
    (one) => !isUnknown(one) && (one.anchor === "/" || (isPath && pathContains(one.anchor, row.anchor))),
  );
  return holds ? "inside" : "unknown";
}

/** The reach of a row in words. */
export function layerWords({ reach, layer }: LayerReach): string {
  if (reach === "inside") return `granted inside ${layer}`;
  return reach === "if-fails" ? `reached only if ${layer} fails` : `unknown whether ${layer} keeps it away`;
}
