/** How many words follow an option of bwrap. Source: bubblewrap, bwrap.xml and `usage` in bubblewrap.c (0.12). */
const BY_COUNT: readonly (readonly string[])[] = [
  [
    "help",
    "version",
    "level-prefix",
    "unshare-all",
    "unshare-user",
    "unshare-user-try",
    "unshare-ipc",
    "unshare-pid",
    "unshare-net",
    "unshare-uts",
    "unshare-cgroup",
    "unshare-cgroup-try",
    "share-net",
    "disable-userns",
    "assert-userns-disabled",
    "clearenv",
    "new-session",
    "die-with-parent",
    "as-pid-1",
    "not-a-security-boundary",
  ],
  [
    "args",
    "argv0",
    "userns",
    "userns2",
    "pidns",
    "uid",
    "gid",
    "hostname",
    "chdir",
    "unsetenv",
    "lock-file",
    "sync-fd",
    "remount-ro",
    "overlay-src",
    "tmp-overlay",
    "ro-overlay",
    "exec-label",
    "file-label",
    "proc",
    "dev",
    "tmpfs",
    "mqueue",
    "dir",
    "seccomp",
    "add-seccomp-fd",
    "block-fd",
    "userns-block-fd",
    "info-fd",
    "json-status-fd",
    "cap-add",
    "cap-drop",
    "perms",
    "size",
  ],
  [
    "bind",
    "bind-try",
    "dev-bind",
    "dev-bind-try",
    "ro-bind",
    "ro-bind-try",
    "bind-fd",
    "ro-bind-fd",
    "file",
    "bind-data",
    "ro-bind-data",
    "symlink",
    "chmod",
    "setenv",
  ],
  ["overlay"],
];

const COUNTS = new Map<string, number>(
  BY_COUNT.flatMap((names, count) => names.map((name) => [`--${name}`, count] as const)),
);

/** How many words follow an option; null for what is no option of bwrap. */
export const wordsAfter = (option: string): number | null => COUNTS.get(option) ?? null;

/** Options that hardly any other program has, so that a list of words with one is taken for bwrap's. */
const TELLING =
  /^--(?:ro-bind|dev-bind|bind|ro-bind-data|bind-data)(?:-try|-fd)?$|^--unshare-(?:all|user|ipc|pid|net|uts|cgroup)(?:-try)?$|^--(?:die-with-parent|new-session|clearenv|as-pid-1|disable-userns|tmp-overlay|ro-overlay)$/;

export const isTellingOption = (word: string): boolean => TELLING.test(word);

/** Whether a word names bwrap itself: by its path, or by a variable called after it. */
export const isBwrap = (word: string): boolean =>
  /^(?:[^\s$]*\/)?(?:bwrap|bubblewrap)$|^\$\{?\w{0,40}BWRAP\w{0,40}(?:[:}]|$)/i.test(word);
