import type { At } from "@/lib/authority/read/cursor";

/** One network that a container is attached to. */
export type AttachedNetwork = {
  name: string;
  at: At;
  /** Whether it has no way out; null where the input cannot tell. */
  internal: boolean | null;
  /** The other containers on it that the input shows. */
  peers: string[];
  /** Whether there may be others that the input does not show. */
  mayHaveOthers: boolean;
  limits: string[];
};

/** How a container is on the network. */
export type Attachment = {
  at: At;
  /** `unknown` where a variable without a value decides; a container that shares another's is what that one is. */
  mode: "own" | "none" | "host" | "unknown";
  /** With whom it shares a network namespace. */
  sharedWith: string | null;
  /** Its networks, or those of the container it shares with; empty where the input does not show them. */
  networks: AttachedNetwork[];
  /** The name servers that are written. */
  dns: At | null;
};
