import { addSecret } from "@/lib/authority/inner/environment";
import { addHostMount } from "@/lib/authority/inner/host-mount";
import { wordOf } from "@/lib/authority/inner/words";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { fieldOf, switchIn, textIn, valuesOf } from "./jail";

/** Rows of everything that a jail mounts, and of its root. */
export function addJailMounts(root: At, container: string, rows: Rows): void {
  const isRootWritable = switchIn(root, "is_root_rw") === true;
  let writesHost = false;
  let top: At | null = isRootWritable ? fieldOf(root, "is_root_rw") : null;
  const chroot = fieldOf(root, "chroot_dir");
  if (wordOf(chroot) !== "") {
    writesHost = isRootWritable;
    addHostMount(
      { at: chroot, container, source: wordOf(chroot), readOnly: !isRootWritable, devices: true },
      rows,
    );
  }
  if (switchIn(root, "mount_proc") === true && isRootWritable)
    rows.add("proc-unmasked", fieldOf(root, "mount_proc"), "explicit", {
      container,
      detail: "/proc is writable with is_root_rw",
    });
  for (const mount of valuesOf(root, "mount")) {
    const written = isWritable(mount);
    const dest = textIn(mount, "dst");
    if (dest === "/") top = written ? mount : null;
    const fstype = textIn(mount, "fstype");
    if (switchIn(mount, "is_symlink") === true) continue;
    if (switchIn(mount, "is_bind") === true && textIn(mount, "src") !== "") {
      writesHost ||= written;
      addBind(mount, written, container, rows);
    } else if (fstype === "proc" && written)
      rows.add("proc-unmasked", mount, "explicit", { container, detail: "/proc is writable" });
    else if (fstype === "tmpfs" && written && !/(?:^|,)size=\d/.test(textIn(mount, "options")))
      rows.add("rlimits-shm-oom", mount, "explicit", {
        container,
        anchor: redactShapes(dest),
        detail: "a tmpfs without a size takes what nsjail or the kernel gives it",
      });
    const content = fieldOf(mount, "src_content");
    if (content.exists) {
      const place = redactShapes(dest);
      addSecret(
        { name: place, text: wordOf(content), at: content },
        `file ${place}`,
        `the content of ${place}`,
        container,
        rows,
      );
    }
  }
  if (top) rows.add("writable-rootfs", top, "explicit", { container, access: "write" });
  if (writesHost)
    rows.add("disk-unlimited", root, "default", { container, target: "disk", limits: fileLimit(root) });
}

/** `rw`; in the first releases `is_ro`, which was true by itself. */
const isWritable = (mount: At): boolean => switchIn(mount, "rw") ?? switchIn(mount, "is_ro") === false;

function addBind(mount: At, written: boolean, container: string, rows: Rows): void {
  const source = textIn(mount, "src");
  const before = textIn(mount, "prefix_src_env");
  addHostMount(
    {
      at: mount,
      container,
      source: before === "" ? source : `$${before}${source}`,
      readOnly: !written,
      devices: switchIn(mount, "nodev") !== true,
      limits: [
        ...(switchIn(mount, "mandatory") === false ? ["only where it exists"] : []),
        ...["noexec", "nosuid", "nodev"].filter((option) => switchIn(mount, option) === true),
      ],
    },
    rows,
  );
}

function fileLimit(root: At): string[] {
  const kind = textIn(root, "rlimit_fsize_type");
  if (kind !== "" && kind !== "VALUE") return [];
  return [`each file at most ${redactShapes(textIn(root, "rlimit_fsize")) || "1"} MiB (rlimit_fsize)`];
}
