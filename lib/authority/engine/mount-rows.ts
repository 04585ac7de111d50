import {
  cleanPath,
  isDevicePath,
  isSensitivePath,
  isServiceSocket,
  reachesRuntimeSocket,
} from "@/lib/authority/host-paths";
import { parseImage } from "@/lib/authority/image";
import type { RowText } from "@/lib/authority/rows";
import { pathContains } from "@/lib/authority/wider";
import type { EngineContainer, Mount } from "./container";
import type { AddRow } from "./container-rows";
import { knownPath, sourceAnchor } from "./host-source";

/** Rows of group 1b: what each mount reaches. */
export function addMountRows({ mounts }: EngineContainer, add: AddRow): void {
  for (const mount of mounts) {
    const { propagation, target, origin } = mount;
    if (mount.kind === "bind" && mount.source !== null) addHostPath(mount, mount.source, add);
    else if (mount.kind === "pipe") addPipe(mount, add);
    else if (mount.kind === "image") addImage(mount, add);
    else if (mount.kind === "volume") addVolume(mount, add);
    else if (mount.kind === "tmpfs") addMemory(mount, add);
    if (propagation && /^r?shared$/.test(propagation.value))
      add("mount-propagation", propagation.at, origin, { anchor: cleanPath(target) });
  }
}

const TOKEN_FOLDERS = [
  "/run/secrets/kubernetes.io",
  "/var/run/secrets/kubernetes.io",
  "/var/lib/kubelet/pods",
];
const CLOUD_FOLDERS: [RegExp, string][] = [
  [/\/\.aws(\/|$)/, "AWS"],
  [/\/\.azure(\/|$)/, "Azure"],
  [/\/\.config\/gcloud(\/|$)/, "Google Cloud"],
];

function addHostPath(mount: Mount, source: string, add: AddRow): void {
  const { at, origin, readOnly } = mount;
  const anchor = sourceAnchor(source);
  const path = knownPath(source);
  const limits = readOnly ? ["mounted read only", ...mount.limits] : mount.limits;
  const text: RowText = { anchor, limits };
  const access = readOnly ? "read" : "read-write";
  add(readOnly ? "host-path-ro" : "host-path-rw", at, origin, { ...text, access });
  if (isSensitivePath(path)) add("host-path-sensitive", at, origin, { ...text, access });
  if (reachesRuntimeSocket(path)) add("runtime-socket", at, origin, text);
  else if (isServiceSocket(path) || /SSH_AUTH_SOCK/.test(source))
    add("host-service-socket", at, origin, text);
  if (isDevicePath(path)) add("device-access", at, origin, { ...text, access });
  if (TOKEN_FOLDERS.some((folder) => pathContains(folder, path)))
    add("k8s-api-token", at, origin, { limits });
  for (const [folder, provider] of CLOUD_FOLDERS)
    if (folder.test(path))
      add("cloud-identity", at, origin, {
        anchor: provider,
        target: `${provider} credentials in ${anchor}`,
        limits,
      });
}

/** A named pipe of a Windows host; the engine's own is what its socket is elsewhere. */
function addPipe({ at, origin, source, target }: Mount, add: AddRow): void {
  const pipe = source ?? target;
  add(/docker_engine|containerd/.test(pipe) ? "runtime-socket" : "host-service-socket", at, origin, {
    anchor: pipe,
  });
}

function addImage({ at, origin, source }: Mount, add: AddRow): void {
  const { repository, digest } = parseImage(source ?? "");
  add("image-source", at, origin, { anchor: repository });
  if (digest === null)
    add("image-mutable", at, origin, { anchor: repository, target: source ?? "", detail: "mounted" });
}

function addVolume(mount: Mount, add: AddRow): void {
  const { at, source, readOnly, sharedWith, mayBeShared, driver, origin } = mount;
  const access = readOnly ? "read" : "read-write";
  const name = source ?? mount.target;
  if (driver !== null) add("external-volume-driver", at, origin, { anchor: `${driver} ${name}`, access });
  if (sharedWith.length === 0 && !mayBeShared) return;
  add("shared-volume", at, sharedWith.length > 0 ? origin : "unknown", {
    anchor: `volume ${name}`,
    access,
    limits: mount.limits,
    detail: sharedWith.length > 0 ? `also in ${listed(sharedWith)}` : "made outside of this configuration",
  });
}

const listed = (names: string[]): string =>
  names.slice(0, 8).join(", ") + (names.length > 8 ? ` and ${names.length - 8} more` : "");

/** A tmpfs without a size fills memory; with `exec` it runs what is written to it, read-only root or not. */
function addMemory({ at, target, size, limits, origin }: Mount, add: AddRow): void {
  const path = cleanPath(target);
  if (size === null)
    add("rlimits-shm-oom", at, origin, {
      anchor: `tmpfs ${path}`,
      target: `tmpfs ${path} without a size`,
      limits,
    });
  if (limits.includes("exec"))
    add("writable-rootfs", at, origin, {
      anchor: `tmpfs ${path}`,
      target: `tmpfs ${path}, with exec`,
      access: "execute",
      detail: `programs can be run from the tmpfs ${path}`,
    });
}
