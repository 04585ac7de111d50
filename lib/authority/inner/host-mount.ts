import {
  cleanPath,
  isDevicePath,
  isSensitivePath,
  isServiceSocket,
  reachesRuntimeSocket,
} from "@/lib/authority/host-paths";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows, RowText } from "@/lib/authority/rows";
import type { Severity } from "@/lib/authority/schema";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { pathContains } from "@/lib/authority/wider";

/** A path of what a layer runs in, and how it is mounted into the layer. */
export type HostMount = {
  at: At;
  container: string;
  source: string;
  readOnly: boolean;
  /** Whether device files in it can be opened. */
  devices: boolean;
  /** Paths below the source that other mounts cover. */
  covered?: string[];
  limits?: string[];
};

/** Whether a text holds something that a shell or a template fills in. */
export const isUnfilled = (text: string): boolean => /\$[\w({@*#?!$-]|`|\{\{/.test(text);

/** A path as an anchor: absolute ones in one spelling, others as they are written. */
function anchorOf(path: string): string {
  const shown = redactShapes(path);
  if (shown.startsWith("/") && !isUnfilled(shown)) return cleanPath(shown);
  return shown.length > 1 ? shown.replace(/\/+$/, "") : shown;
}

/** Programs and libraries, which everybody may read anyway. */
const PROGRAMS = ["/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/nix/store"];
/** Settings that hold nothing secret and say nothing about the machine. */
const PUBLIC_SETTINGS =
  /^\/etc\/(?:resolv\.conf|hosts|host\.conf|nsswitch\.conf|localtime|timezone|ssl\/certs|pki|ca-certificates(?:\.conf)?|ld\.so\.(?:cache|conf)(?:\.d)?|alternatives|passwd|group|fonts|mime\.types|protocols|services|os-release|locale\.(?:conf|alias)|terminfo|profile|bash\.bashrc)(?:\/|$)/;

/** Whether reading a path tells nothing that the code would not find in any image. */
const isOrdinary = (path: string): boolean =>
  PROGRAMS.some((folder) => pathContains(folder, path)) || PUBLIC_SETTINGS.test(path);

const TOKENS = "/run/secrets/kubernetes.io/serviceaccount";
const CLOUD = /\/\.(aws|azure|config\/gcloud)(?:\/|$)/;
const HARMLESS_DEVICES =
  /^\/dev\/(?:null|zero|full|u?random|tty|ptmx|pts|console|fd|stdin|stdout|stderr)(?:\/|$)/;

/** Rows of a mount: the path, and what else is reached with it. */
export function addHostMount(mount: HostMount, rows: Rows): void {
  const { at, container, readOnly, covered = [] } = mount;
  const path = anchorOf(mount.source);
  const origin = isUnfilled(path) ? "unknown" : "explicit";
  const limits = [...(readOnly ? ["mounted read only"] : []), ...(mount.limits ?? [])];
  if (covered.length > 0) limits.push(`covered inside: ${[...new Set(covered)].sort().join(", ")}`);
  const ordinary = readOnly && isOrdinary(path);
  const severity: Severity | undefined = ordinary ? "low" : undefined;
  const text: RowText = { container, anchor: path, limits, access: readOnly ? "read" : "read-write" };
  rows.add(readOnly ? "host-path-ro" : "host-path-rw", at, origin, {
    ...text,
    ...(severity && { severity }),
  });
  if (!ordinary && isSensitivePath(path)) rows.add("host-path-sensitive", at, origin, text);
  const run = path.replace(/^\/var\/run(?=\/|$)/, "/run");
  const isCovered = (place: string): boolean =>
    covered.some((other) => pathContains(other.replace(/^\/var\/run(?=\/|$)/, "/run"), place));
  const held: RowText = { container, anchor: path, limits };
  if (reachesRuntimeSocket(path) && !isCovered("/run")) rows.add("runtime-socket", at, origin, held);
  else if (isServiceSocket(path)) rows.add("host-service-socket", at, origin, held);
  const holdsDevices = path === "/" ? !isCovered("/dev") : isDevicePath(path) && !HARMLESS_DEVICES.test(path);
  if (mount.devices && holdsDevices)
    rows.add("device-access", at, origin, { ...held, anchor: path === "/" ? "/dev" : path });
  if (pathContains(TOKENS, run) || (pathContains("/run/secrets", run) && pathContains(run, TOKENS)))
    rows.add("k8s-api-token", at, origin, {
      container,
      authority: "platform-automatic",
      detail: "its folder is mounted",
    });
  else if (pathContains(run, TOKENS) && !isCovered("/run"))
    rows.add("k8s-api-token", at, "unknown", {
      container,
      authority: "platform-automatic",
      detail: "if one is mounted outside",
    });
  if (/^\/proc(?:\/|$)/.test(path) && !readOnly) rows.add("proc-unmasked", at, origin, { container });
  const cloud = CLOUD.exec(path)?.[1];
  if (cloud)
    rows.add("cloud-identity", at, origin, {
      container,
      anchor: cloudOf(cloud),
      detail: "its credentials' folder",
    });
}

const cloudOf = (folder: string): string =>
  folder === "aws" ? "AWS" : folder === "azure" ? "Azure" : "Google Cloud";
