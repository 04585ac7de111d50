import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows, RowText } from "@/lib/authority/rows";
import { CONTAINER, type Configuration, type Namespace } from "./configuration";

/** Process 1 of the host is in each of the host's own namespaces. */
const OF_HOST = /^\/proc\/1\/ns\//;

/** How a container is in a namespace: that of the host by silence or by path, another's, or one of its own. */
type Membership = { kind: "host-by-silence" | "host" | "joined" | "own"; at: At; path: string | null };

function membership({ linux, namespaces }: Configuration, type: string): Membership {
  const found: Namespace | undefined = namespaces.get(type);
  if (!found) return { kind: "host-by-silence", at: linux.get("namespaces"), path: null };
  const { at, path } = found;
  if (path === null) return { kind: "own", at, path };
  return { kind: OF_HOST.test(path) ? "host" : "joined", at: at.get("path"), path };
}

/**
 * Rows of the namespaces that are not the container's own, and of what its network reaches. A type that is
 * not listed is the runtime's own namespace. Source: config-linux.md, "Namespaces".
 */
export function addNamespaceRows(configuration: Configuration, rows: Rows, notes: Notes): void {
  const { ref, linux, namespaces } = configuration;
  const host = (id: string, { kind, at }: Membership, text: RowText = {}) =>
    rows.add(id, at, kind === "host" ? "explicit" : "default", { container: CONTAINER, ...text });

  const pid = membership(configuration, "pid");
  if (isHosts(pid)) host("host-pid", pid);
  else if (pid.kind === "joined")
    rows.add("share-process-namespace", pid.at, "explicit", {
      container: CONTAINER,
      target: "the processes of the namespace that it joins",
    });

  const ipc = membership(configuration, "ipc");
  if (isHosts(ipc)) host("host-ipc", ipc);
  else if (ipc.kind === "joined")
    rows.add("host-ipc", ipc.at, "explicit", {
      container: CONTAINER,
      anchor: "another container",
      target: "the shared memory of the namespace that it joins",
      severity: "medium",
      detail: "that of the namespace that it joins",
    });

  for (const [type, what] of [
    ["uts", "the host's name"],
    ["cgroup", "the host's control groups"],
  ] as const) {
    const found = membership(configuration, type);
    if (isHosts(found)) host("host-uts-cgroupns", found, { anchor: type, target: what });
    else if (found.kind === "joined")
      rows.add("host-uts-cgroupns", found.at, "unknown", {
        container: CONTAINER,
        anchor: type,
        target: what,
      });
  }
  addUserNamespace(configuration, rows);
  addNetwork(membership(configuration, "network"), host, rows);
  if (linux.exists && !namespaces.has("mount"))
    notes.add(
      "warning",
      "host-mounts",
      `${ref} lists no mount namespace: whatever is mounted in it is mounted on the host`,
      linux,
    );
}

const isHosts = ({ kind }: Membership): boolean => kind === "host" || kind === "host-by-silence";

function addUserNamespace(configuration: Configuration, rows: Rows): void {
  const user = membership(configuration, "user");
  const text = { container: CONTAINER };
  if (isHosts(user))
    rows.add("no-user-namespace", user.at, user.kind === "host" ? "explicit" : "default", text);
  else if (user.kind === "joined") rows.add("no-user-namespace", user.at, "unknown", text);
  else {
    const same = configuration.linux
      .get("uidMappings")
      .items()
      .find((at) => at.get("containerID").integer() === 0n && at.get("hostID").integer() === 0n);
    if (same)
      rows.add("no-user-namespace", same, "explicit", { ...text, detail: "its user 0 is the host's user 0" });
  }
}

/**
 * A network namespace of its own reaches nothing until somebody connects it, which is not written here; one
 * that it joins reaches what that one reaches.
 */
function addNetwork(
  network: Membership,
  host: (id: string, membership: Membership, text?: RowText) => void,
  rows: Rows,
): void {
  const reached: [string, RowText][] = [
    ["egress-any", { anchor: "any", target: "any address" }],
    ["cloud-metadata", { anchor: "metadata", target: "169.254.169.254" }],
  ];
  if (isHosts(network)) {
    host("host-network", network);
    for (const [id, text] of reached) host(id, network, text);
    return;
  }
  if (network.kind === "joined")
    rows.add("shared-netns", network.at, "explicit", {
      container: CONTAINER,
      target: "whoever else is in the network namespace that it joins",
    });
  for (const [id, text] of reached) rows.add(id, network.at, "unknown", { container: CONTAINER, ...text });
}
