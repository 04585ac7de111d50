/** Fields that may be written several times. Source: nsjail, config.proto. */
export const NSJAIL_REPEATED: ReadonlySet<string> = new Set([
  "description",
  "envar",
  "cap",
  "pass_fd",
  "uidmap",
  "gidmap",
  "mount",
  "seccomp_string",
  "iface_own",
  "arg",
]);

/** Fields that no other configuration has. */
const TELLING =
  /^(?:clone_new(?:net|user|ns|pid|ipc|uts|cgroup|time)|rlimit_(?:as|core|cpu|fsize|nofile|nproc|stack)(?:_type)?|cgroup_(?:mem|pids|cpu|net_cls)_\w{1,30}|cgroupv2_mount|use_cgroupv2|uidmap|gidmap|exec_bin|seccomp_(?:string|policy_file|log)|keep_(?:env|caps)|mount_proc|is_root_rw|chroot_dir|disable_no_new_privs|skip_setsid|max_conns_per_ip|macvlan_\w{1,10}|iface_(?:own|no_lo))$/;

const OTHER =
  /^(?:name|description|time_limit|envar|mode|hostname|cwd|port|bindhost|daemon|max_cpus|log_\w{1,10}|cap|silent|stderr_to_null|pass_fd|persona_\w{1,30}|mount|user_net|no_pivotroot)$/;

/** `cloneNewnet` → `clone_newnet`: JSON may write the names of fields either way. */
export const fieldName = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

/**
 * Whether these are the fields of an nsjail configuration: at least one that tells, and hardly any other.
 *
 * @param told how many signs there are besides
 */
export function areNsjailFields(names: Iterable<string>, told = 0): boolean {
  let telling = told;
  let others = 0;
  for (const name of names) {
    const field = fieldName(name);
    if (TELLING.test(field)) telling += 1;
    else if (!OTHER.test(field)) others += 1;
  }
  return telling > 0 && others <= telling;
}

/** Whether a text is an nsjail configuration in the protocol buffers' text format, by the fields at its lines' beginnings. */
export function isNsjailText(text: string): boolean {
  const start = text.slice(0, 100_000);
  if (/^(?:---|apiVersion:|services:|%)/m.test(start)) return false;
  const names = Array.from(
    start.matchAll(/^([a-z][a-z0-9_]{1,40})[ \t]{0,8}(?::|\{)/gm),
    ([, name]) => name!,
  );
  return areNsjailFields(names, /^mount[ \t]{0,8}:?[ \t]{0,8}\{/m.test(start) ? 1 : 0);
}
