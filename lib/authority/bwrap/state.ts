import type { Variable } from "@/lib/authority/inner/environment";
import { wordOf } from "@/lib/authority/inner/words";
import { capabilityName } from "@/lib/authority/linux-capabilities";
import type { At } from "@/lib/authority/read/cursor";
import { redactShapes } from "@/lib/authority/secrets/detect";
import type { BwrapCall } from "./call";

/** A namespace of its own: whether there is one, and the word that says so; null where none does. */
export type Namespace = { own: "yes" | "try" | "no"; at: At | null };

/** What the options of a call come to, taken in their order: the last one wins. */
export type BwrapState = {
  root: At;
  /** Options may come from elsewhere, so what is not written cannot be told. */
  open: boolean;
  namespaces: Record<"user" | "pid" | "ipc" | "net" | "uts" | "cgroup", Namespace>;
  flags: Map<string, At>;
  /** The last word of each option that has one. */
  last: Map<string, At>;
  capabilities: { added: Map<string, At>; droppedAll: boolean };
  variables: Map<string, Variable>;
  clearsEnvironment: boolean;
  unset: Set<string>;
};

const KINDS = ["user", "pid", "ipc", "net", "uts", "cgroup"] as const;

/** Goes through the options in order. @param items the words of the list, as cursors */
export function stateOf(root: At, items: At[], call: BwrapCall): BwrapState {
  const none = (): Namespace => ({ own: "no", at: null });
  const state: BwrapState = {
    root,
    open: call.elsewhere.length > 0 || call.unknown.length > 0,
    namespaces: { user: none(), pid: none(), ipc: none(), net: none(), uts: none(), cgroup: none() },
    flags: new Map(),
    last: new Map(),
    capabilities: { added: new Map(), droppedAll: false },
    variables: new Map(),
    clearsEnvironment: false,
    unset: new Set(),
  };
  for (const place of call.prefix) {
    const [, name, text] = /^([A-Za-z_]\w*)\+?=([\s\S]*)$/.exec(wordOf(items[place])) ?? [];
    if (name !== undefined) state.variables.set(name, { name, text: text ?? "", at: items[place]! });
  }
  for (const { name, at, values } of call.options) {
    const first = items[values[0] ?? -1];
    state.flags.set(name, items[at]!);
    if (first) state.last.set(name, first);
    takeNamespace(state, name, items[at]!);
    takeCapability(state, name, first);
    takeVariable(state, name, first, items[values[1] ?? -1]);
  }
  return state;
}

function takeNamespace({ namespaces }: BwrapState, name: string, at: At): void {
  if (name === "--unshare-all")
    for (const kind of KINDS)
      namespaces[kind] = { own: kind === "user" || kind === "cgroup" ? "try" : "yes", at };
  else if (name === "--share-net") namespaces.net = { own: "no", at };
  else if (name === "--userns") namespaces.user = { own: "yes", at };
  else {
    const [, kind, isTry] = /^--unshare-(\w+)(-try)?$/.exec(name) ?? [];
    if (kind !== undefined && kind in namespaces)
      namespaces[kind as (typeof KINDS)[number]] = { own: isTry ? "try" : "yes", at };
  }
}

function takeCapability({ capabilities }: BwrapState, name: string, at: At | undefined): void {
  if (!at) return;
  const capability = redactShapes(capabilityName(wordOf(at)));
  if (name === "--cap-add") capabilities.added.set(capability, at);
  else if (name === "--cap-drop" && capability === "ALL") {
    capabilities.added.clear();
    capabilities.droppedAll = true;
  } else if (name === "--cap-drop") capabilities.added.delete(capability);
}

function takeVariable(state: BwrapState, option: string, name: At | undefined, value: At | undefined): void {
  if (option === "--clearenv") {
    state.variables.clear();
    state.unset.clear();
    state.clearsEnvironment = true;
  } else if (option === "--setenv" && name && value) {
    state.variables.set(wordOf(name), { name: wordOf(name), text: wordOf(value), at: value });
    state.unset.delete(wordOf(name));
  } else if (option === "--unsetenv" && name) {
    state.variables.delete(wordOf(name));
    state.unset.add(wordOf(name));
  }
}
