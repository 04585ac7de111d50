import { addHostMount } from "@/lib/authority/inner/host-mount";
import { shownWord, wordOf } from "@/lib/authority/inner/words";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { pathContains } from "@/lib/authority/wider";
import type { BwrapCall } from "./call";

/** Something that is mounted, in the order of the options. */
type Mount = {
  at: At;
  option: string;
  dest: string;
  /** A path of the host, or null for what bwrap makes itself or takes from a file descriptor. */
  source: string | null;
  readOnly: boolean;
  devices: boolean;
  isTry: boolean;
  /** Of a tmpfs: whether its size is set. */
  sized: boolean;
};

const BIND = /^--(ro-|dev-)?bind(-try)?$/;
const clean = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, "") : path);

/** The mounts of a call, each with what came after it taken into account. */
function mountsOf(items: At[], { options }: BwrapCall): Mount[] {
  const mounts: Mount[] = [];
  let sized = false;
  let layers: { at: At; source: string }[] = [];
  for (const { name, at, values } of options) {
    const words = values.map((place) => shownWord(items[place]));
    const [first = "", second = "", third = ""] = words;
    const add = (mount: Partial<Mount> & { dest: string }): void => {
      mounts.push({
        at: items[at]!,
        option: name,
        source: null,
        readOnly: false,
        devices: false,
        isTry: false,
        sized: false,
        ...mount,
        dest: clean(mount.dest),
      });
    };
    const bind = BIND.exec(name);
    if (bind)
      add({
        dest: second,
        source: first,
        readOnly: bind[1] === "ro-",
        devices: bind[1] === "dev-",
        isTry: bind[2] !== undefined,
      });
    else if (name === "--bind-fd" || name === "--ro-bind-fd")
      add({ dest: second, readOnly: name !== "--bind-fd" });
    else if (/^--(tmpfs|proc|dev|mqueue)$/.test(name)) add({ dest: first, sized });
    else if (name === "--overlay-src") layers.push({ at: items[at]!, source: first });
    else if (/^--(?:tmp-|ro-)?overlay$/.test(name)) {
      const dest = name === "--overlay" ? third : first;
      for (const layer of layers) add({ ...layer, dest, readOnly: true });
      if (name === "--overlay") add({ dest, source: first });
      layers = [];
    } else if (name === "--remount-ro")
      for (const mount of mounts) if (mount.dest === clean(first)) mount.readOnly = true;
    if (name !== "--perms") sized = name === "--size";
  }
  return mounts;
}

/** Rows of everything that is mounted, of the root, and of what fills memory by writing files. */
export function addMountRows(
  items: At[],
  call: BwrapCall,
  root: At,
  open: boolean,
  container: string,
  rows: Rows,
): void {
  const mounts = mountsOf(items, call);
  let writesHost = false;
  for (const [i, mount] of mounts.entries()) {
    const later = mounts.slice(i + 1, i + 200);
    // An overlay's layers share their destination; anything else that is mounted there hides this one.
    if (
      later.some(
        ({ dest, option }) =>
          dest === mount.dest && !(/overlay/.test(option) && /overlay/.test(mount.option)),
      )
    )
      continue;
    if (mount.source !== null) {
      writesHost ||= !mount.readOnly;
      addHostMount(
        {
          at: mount.at,
          container,
          source: mount.source,
          readOnly: mount.readOnly,
          devices: mount.devices,
          covered: coveredBy(mount, later),
          limits: mount.isTry ? ["only where it exists"] : [],
        },
        rows,
      );
    } else if (/bind-fd$/.test(mount.option)) {
      writesHost ||= !mount.readOnly;
      rows.add(mount.readOnly ? "host-path-ro" : "host-path-rw", mount.at, "unknown", {
        container,
        anchor: `descriptor on ${mount.dest}`,
        access: mount.readOnly ? "read" : "read-write",
        detail: "a folder that is handed over as an open file",
      });
    } else if (mount.option === "--tmpfs" && !mount.sized && !mount.readOnly)
      rows.add("rlimits-shm-oom", mount.at, "default", {
        container,
        anchor: mount.dest,
        detail: "a tmpfs without --size",
      });
  }
  const top = mounts.findLast(({ dest, option }) => dest === "/" && option !== "--overlay-src");
  const remounted = call.options.some(
    ({ name, values }) => name === "--remount-ro" && wordOf(items[values[0] ?? -1]) === "/",
  );
  if (!(top?.readOnly ?? remounted))
    rows.add("writable-rootfs", top?.at ?? root, top ? "explicit" : open ? "unknown" : "default", {
      container,
      access: "write",
      detail: top ? `${top.option} on /` : "an empty tmpfs that is gone at the end",
    });
  if (writesHost) rows.add("disk-unlimited", root, "default", { container, target: "disk" });
}

/** The paths of the source that mounts further inside cover. */
function coveredBy({ source, dest }: Mount, later: Mount[]): string[] {
  const covered: string[] = [];
  for (const { dest: inside } of later) {
    if (inside === dest || !pathContains(dest, inside)) continue;
    const rest = dest === "/" ? inside : inside.slice(dest.length);
    covered.push(source === "/" ? rest : source + rest);
  }
  return covered.slice(0, 30);
}
