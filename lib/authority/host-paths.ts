import { pathContains } from "./wider";

/**
 * A host path in one spelling: no trailing or double slashes, `..` resolved as far as the text goes, and
 * /var/run as /run, which it is a link to on every distribution that matters here.
 */
export function cleanPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}

const runPath = (path: string): string => (pathContains("/var/run", path) ? path.slice(4) : path);

const SENSITIVE = [
  "/etc",
  "/proc",
  "/sys",
  "/dev",
  "/boot",
  "/var/log",
  "/var/lib/kubelet",
  "/run",
  "/root",
  "/usr",
  "/lib",
  "/lib64",
  "/bin",
  "/sbin",
  "/var/lib/docker",
  "/var/lib/containerd",
  "/var/lib/containers",
  "/var/lib/crio",
  "/var/lib/rancher",
  "/var/lib/etcd",
  "/var/spool/cron",
];

const CREDENTIAL_FOLDERS = /\/(\.aws|\.azure|\.config\/gcloud|\.kube|\.ssh|\.docker|\.gnupg)(\/|$)/;

/** Whether a path is, holds or lies within one with which the node or others' credentials can be taken over. */
export function isSensitivePath(path: string): boolean {
  const clean = runPath(cleanPath(path));
  if (CREDENTIAL_FOLDERS.test(clean)) return true;
  return SENSITIVE.some((known) => pathContains(known, clean) || pathContains(clean, known));
}

const RUNTIME_SOCKETS = [
  "/run/docker.sock",
  "/run/containerd/containerd.sock",
  "/run/crio/crio.sock",
  "/run/cri-dockerd.sock",
  "/run/dockershim.sock",
  "/run/podman/podman.sock",
  "/run/k3s/containerd/containerd.sock",
  "/run/buildkit/buildkitd.sock",
];

const RUNTIME_SOCKET_NAME =
  /^(docker|containerd|crio|cri-dockerd|dockershim|podman|buildkitd|frakti|rktlet)\.sock$/;

/** Whether a path is a container runtime's socket, or a folder of /run (or the root) that holds one. */
export function reachesRuntimeSocket(path: string): boolean {
  const clean = runPath(cleanPath(path));
  if (RUNTIME_SOCKET_NAME.test(clean.slice(clean.lastIndexOf("/") + 1))) return true;
  return RUNTIME_SOCKETS.some((socket) => pathContains(clean, socket));
}

const SERVICE_SOCKET_FOLDERS = [
  "/run/dbus",
  "/run/systemd",
  "/var/lib/kubelet/plugins",
  "/var/lib/kubelet/plugins_registry",
  "/var/lib/kubelet/device-plugins",
  "/var/lib/kubelet/pod-resources",
];

/** Whether a path is the socket, or the folder of sockets, of a host service that is no container runtime. */
export function isServiceSocket(path: string): boolean {
  const clean = runPath(cleanPath(path));
  if (reachesRuntimeSocket(clean)) return false;
  return (
    SERVICE_SOCKET_FOLDERS.some((folder) => pathContains(folder, clean)) ||
    /(\.sock|_socket|ssh-agent\S*)$/.test(clean)
  );
}

/** Whether a path is a device of the node, or the folder of all. */
export const isDevicePath = (path: string): boolean => {
  const clean = cleanPath(path);
  return (
    pathContains("/dev", clean) &&
    !pathContains("/dev/shm", clean) &&
    clean !== "/dev/null" &&
    clean !== "/dev/log"
  );
};
