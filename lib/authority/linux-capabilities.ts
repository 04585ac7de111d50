import type { Severity } from "./schema";

/** The capabilities that runtimes give by default. Source: moby, daemon/pkg/oci/caps/defaults.go. */
export const DEFAULT_CAPABILITIES = [
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "NET_RAW",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
];

const SEVERITY: Record<string, Severity> = {
  ALL: "critical",
  SYS_ADMIN: "critical",
  SYS_MODULE: "critical",
  SYS_RAWIO: "critical",
  SYS_BOOT: "critical",
  DAC_READ_SEARCH: "critical",
  BPF: "critical",
  SYS_PTRACE: "high",
  NET_ADMIN: "high",
  PERFMON: "high",
  MAC_ADMIN: "high",
  MAC_OVERRIDE: "high",
};

/** How grave an added capability is. */
export const capabilitySeverity = (capability: string): Severity => SEVERITY[capability] ?? "medium";

/** A capability in one spelling: upper case, without `CAP_`. */
export const capabilityName = (text: string): string => text.toUpperCase().replace(/^CAP_/, "");
