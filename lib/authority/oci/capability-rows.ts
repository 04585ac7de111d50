import { capabilityName, capabilitySeverity, DEFAULT_CAPABILITIES } from "@/lib/authority/linux-capabilities";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { CONTAINER, type Configuration } from "./configuration";

const SETS = ["bounding", "effective", "permitted", "inheritable", "ambient"] as const;

/** What `runc spec` gives a process, which lets it do nothing to others. */
const HARMLESS = new Set(["AUDIT_WRITE", "KILL", "NET_BIND_SERVICE"]);

/** A capability that is listed, and in which sets. */
type Listed = { at: At; sets: string[] };

/** The capabilities of a process. Files before version 1.0 have one list that is every set. */
export function listedCapabilities({ process }: Configuration): Map<string, Listed> {
  const capabilities = process.get("capabilities");
  const listed = new Map<string, Listed>();
  const take = (list: At, set: string) => {
    for (const at of list.items()) {
      const text = at.string();
      if (text === null) continue;
      const name = capabilityName(text);
      const other = listed.get(name);
      if (other) other.sets.push(set);
      else listed.set(name, { at, sets: [set] });
    }
  };
  if (capabilities.value?.kind === "list") take(capabilities, "bounding");
  else for (const set of SETS) take(capabilities.get(set), set);
  return listed;
}

/**
 * Rows of capabilities: one for each that runtimes do not give by default, and one for what they do give.
 * What is not listed is not held, so silence grants none.
 */
export function addCapabilityRows(configuration: Configuration, rows: Rows): void {
  const listed = listedCapabilities(configuration);
  const caught = configuration.process.get("noNewPrivileges").boolean() === true;
  for (const [name, { at, sets }] of listed) {
    if (DEFAULT_CAPABILITIES.includes(name)) continue;
    rows.add("cap-add", at, "explicit", {
      container: CONTAINER,
      anchor: name,
      severity: capabilitySeverity(name),
      detail: name,
      limits: caught && sets.every((set) => set === "bounding") ? ["in the bounding set only"] : [],
    });
  }
  const defaults = DEFAULT_CAPABILITIES.filter((name) => listed.has(name));
  if (defaults.every((name) => HARMLESS.has(name))) return;
  rows.add("cap-default-set", configuration.process.get("capabilities"), "explicit", {
    container: CONTAINER,
    anchor: "default-set",
    target:
      defaults.length === DEFAULT_CAPABILITIES.length ? "the runtimes' default set" : defaults.join(", "),
    extent: defaults,
  });
}
