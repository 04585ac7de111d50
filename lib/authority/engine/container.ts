import type { At } from "@/lib/authority/read/cursor";
import type { Origin } from "@/lib/authority/schema";
import type { Fact } from "./fact";
import type { Attachment } from "./network";

/** `seccomp=unconfined` in its parts; `value` is empty for an option without one. */
export type SecurityOption = { name: string; value: string; at: At };

/** What decides how far a container is kept apart from its host's kernel. */
export type Security = {
  privileged: Fact<boolean | null>;
  added: Fact<string>[];
  dropped: Fact<string>[];
  /** Where dropping is, or would be, written. */
  droppedAt: At;
  /** Every capability that the engine says it holds, where it says so. */
  held: Set<string> | null;
  options: SecurityOption[];
  optionsAt: At;
  /** Whether /proc and /sys are not masked. */
  unmasked: Fact<boolean | null>;
  /** The AppArmor profile that the engine says it runs under. */
  apparmor: Fact<string | null> | null;
  readOnlyRoot: Fact<boolean | null>;
  /** `user[:group]`; null where the image says it, and empty where the engine says that nobody set one. */
  user: Fact<string | null>;
  groups: Fact<string>[];
  runtime: Fact<string | null>;
  sysctls: Fact<string>[];
  annotations: [string, At][];
};

/** The mode of each namespace as the engine spells it: `host`, `private`, `service:x`, `container:x`. */
export type Namespaces = {
  pid: Fact<string | null>;
  ipc: Fact<string | null>;
  uts: Fact<string | null>;
  cgroup: Fact<string | null>;
  cgroupParent: Fact<string | null>;
  user: Fact<string | null>;
};

export type Mount = {
  at: At;
  kind: "bind" | "volume" | "tmpfs" | "pipe" | "image";
  /** A path of the host, a volume's name, an image or a pipe; null for an anonymous volume. */
  source: string | null;
  target: string;
  readOnly: boolean;
  origin: Origin;
  propagation: { value: string; at: At } | null;
  /** The size of a tmpfs, where it has one. */
  size: string | null;
  limits: string[];
  /** Who else has the volume: workloads of the input, or words for others. Empty where nobody is known to. */
  sharedWith: string[];
  /** Whether others may have the volume and the input cannot tell. */
  mayBeShared: boolean;
  driver: string | null;
};

/** What the engine calls each kind of mount. */
export const MOUNT_KINDS: Record<string, Mount["kind"]> = {
  bind: "bind",
  volume: "volume",
  tmpfs: "tmpfs",
  npipe: "pipe",
  image: "image",
  cluster: "volume",
};

/** A mount of which nothing is known but what it mounts where. */
export const BARE_MOUNT = {
  limits: [],
  sharedWith: [],
  mayBeShared: false,
  driver: null,
  propagation: null,
  size: null,
};

export type Device = {
  at: At;
  origin: Origin;
  anchor: string;
  access: "read" | "write" | "read-write" | "use";
  extent: string[];
};

export type Port = {
  at: At;
  /** The port on the host; null where the engine chooses one. */
  published: string | null;
  target: string;
  protocol: string;
  /** The host's address that it is bound to; empty for every one. */
  address: string;
  origin: Origin;
};

/** A limit, or its absence: `value` is a quantity, null where there is none. */
export type Limit = { value: string | null; at: At; origin: Origin; limits: string[] };

export type Resources = {
  cpu: Limit;
  memory: Limit;
  /** Null where swap is limited, or follows the memory's limit. */
  swap: At | null;
  pids: Limit;
  disk: Limit;
  time: Limit;
  /** What fills memory or evades its limits: an anchor and words for each. */
  excess: { at: At; anchor: string; target: string; extent: string[] }[];
};

/** Restarting; `most` is null where there is no end to it. */
export type Restart = { at: At; origin: Origin; policy: string; most: string | null };

export type Variable = {
  name: string;
  /** Null where it is taken from the shell, or from a file that is not in the input. */
  value: string | null;
  at: At;
  /** The kind of secret that is written here; null where none is. */
  secret: string | null;
  /** Whether its value comes from outside of the input. */
  fromOutside: boolean;
};

/** A secret that is written somewhere else than in the environment. */
export type Literal = { at: At; anchor: string; kind: string; where: string };

export type Image = {
  at: At;
  /** The reference; null where it is built only, or cannot be told. */
  reference: string | null;
  origin: Origin;
  /** Where it is built here, from what. */
  built: { at: At; from: string } | null;
};

/** A container as an engine such as Docker or Podman would run it, whatever it was written in. */
export type EngineContainer = {
  workload: string;
  name: string;
  at: At;
  /** Whether the input holds all that is written of it; otherwise what is absent cannot be told. */
  complete: boolean;
  /** Facts that narrow everything here, such as a profile that starts it. */
  limits: string[];
  security: Security;
  namespaces: Namespaces;
  mounts: Mount[];
  devices: Device[];
  network: Attachment;
  ports: Port[];
  /** Names that are given addresses: `name:address`. */
  hosts: Fact<string>[];
  resources: Resources;
  restart: Restart | null;
  environment: Variable[];
  /** Files of variables that are not in the input. */
  missingFiles: { path: string; at: At }[];
  secrets: { name: string; at: At; target: string; origin: Origin }[];
  literals: Literal[];
  image: Image;
};
