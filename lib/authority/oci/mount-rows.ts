import { cleanPath } from "@/lib/authority/host-paths";
import { aKind } from "@/lib/authority/inner/environment";
import { addHostMount } from "@/lib/authority/inner/host-mount";
import type { Notes } from "@/lib/authority/notes";
import type { Rows } from "@/lib/authority/rows";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { redactValue } from "@/lib/authority/secrets/redact-value";
import { CONTAINER, type Configuration } from "./configuration";
import { madeByEngine } from "./made-by-engine";
import { type Mount, optionOf } from "./mount";

/** File systems that come over the network, or from the host of a virtual machine. */
const EXTERNAL = /^(nfs4?|cifs|smb3?|ceph|glusterfs|9p|virtiofs|fuse(\..+)?|davfs|lustre|beegfs|afs|iscsi)$/;

/** Rows of group 1b: what each mount reaches, and what may come out of the container by one. */
export function addMountRows(configuration: Configuration, rows: Rows, notes: Notes): void {
  const { mounts, linux, ref } = configuration;
  for (const mount of mounts) {
    const destination = cleanPath(redactShapes(mount.destination));
    if (mount.isBind) addBind(mount, destination, ref, rows, notes);
    else addOther(mount, destination, rows);
    addOptionSecrets(mount, destination, rows);
    const propagation = mount.at
      .get("options")
      .items()
      .findLast((at) => /^r?(shared|slave|private|unbindable)$/.test(at.string() ?? ""));
    if (propagation && /^r?shared$/.test(propagation.string() ?? ""))
      rows.add("mount-propagation", propagation, "explicit", { container: CONTAINER, anchor: destination });
  }
  const whole = linux.get("rootfsPropagation");
  if (/^r?shared$/.test(whole.string() ?? ""))
    rows.add("mount-propagation", whole, "explicit", { container: CONTAINER, anchor: "/" });
}

function addBind(mount: Mount, destination: string, ref: string, rows: Rows, notes: Notes): void {
  const { at, isReadOnly } = mount;
  const access = isReadOnly ? "read" : "read-write";
  const limits = isReadOnly ? ["mounted read only"] : [];
  const text = { container: CONTAINER, limits };
  const made = madeByEngine(mount);
  if (made?.kind === "file") {
    notes.add(
      "info",
      "engine-file",
      `${ref}: ${destination} is a file that its engine made for it; no row`,
      at,
    );
  } else if (made?.kind === "token") {
    rows.add("k8s-api-token", at, "explicit", { ...text, authority: "platform-automatic" });
  } else if (made?.kind === "secret") {
    rows.add("secret-volume", at, "explicit", {
      ...text,
      anchor: made.name,
      target: `secret ${made.name} at ${destination}`,
      access: "read",
    });
  } else if (made) {
    rows.add(isReadOnly ? "host-path-ro" : "host-path-rw", at, "explicit", {
      ...text,
      anchor: `volume ${made.name}`,
      target: `volume ${made.name} at ${destination}`,
      access,
      severity: "medium",
      detail: `a volume that ${made.of} made`,
    });
  } else if (mount.source.startsWith("/")) {
    addHostMount(
      {
        at,
        container: CONTAINER,
        source: mount.source,
        readOnly: isReadOnly,
        devices: !mount.options.includes("nodev"),
      },
      rows,
    );
  } else {
    const path = redactShapes(mount.source);
    rows.add(isReadOnly ? "host-path-ro" : "host-path-rw", at, "explicit", {
      ...text,
      anchor: path === "" ? destination : path,
      target: `${path} in the bundle's folder`,
      access,
      severity: "medium",
    });
  }
}

function addOther(mount: Mount, destination: string, rows: Rows): void {
  const { at, type, isReadOnly } = mount;
  const access = isReadOnly ? "read" : "read-write";
  const source = redactShapes(mount.source);
  if (type === "tmpfs" && optionOf(mount, "size") === null)
    rows.add("rlimits-shm-oom", at, "explicit", {
      container: CONTAINER,
      anchor: `tmpfs ${destination}`,
      target: `tmpfs ${destination} without a size`,
    });
  else if (EXTERNAL.test(type))
    rows.add("external-volume-driver", at, "explicit", {
      container: CONTAINER,
      anchor: `${type} ${source}`,
      access,
    });
  else if (/^\/dev\/(?!null$|zero$)/.test(cleanPath(source)) && source.startsWith("/"))
    rows.add("device-access", at, "explicit", {
      container: CONTAINER,
      anchor: cleanPath(source),
      target: `${cleanPath(source)}, mounted at ${destination}`,
      access,
    });
}

/** Passwords among the options, which some file systems take there. */
function addOptionSecrets({ at }: Mount, destination: string, rows: Rows): void {
  for (const option of at.get("options").items()) {
    const { kind } = redactValue("", option.string() ?? "");
    if (kind === null) continue;
    rows.add("secret-literal", option, "explicit", {
      container: CONTAINER,
      anchor: `mount ${destination}`,
      target: `${kind} in the options of mount ${destination}`,
      access: "read",
      detail: `${aKind(kind)} in the options of mount ${destination}`,
    });
  }
}
