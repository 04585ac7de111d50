import { shownWord } from "@/lib/authority/inner/words";
import { parseQuantity } from "@/lib/authority/quantity";
import type { At } from "@/lib/authority/read/cursor";
import type { BoundedResource } from "@/lib/authority/schema";
import type { BwrapCall } from "./call";

/** A systemd size, `512M`, which counts in powers of two, as a quantity. Source: systemd.resource-control(5). */
const sizeOf = (text: string): string | null => {
  const [, number, unit] = /^(\d{1,15})([KMGT]?)B?$/.exec(text) ?? [];
  return number === undefined ? null : `${number}${unit ? `${unit}i` : ""}`;
};

/** `50%` of one processor as a quantity. */
const shareOf = (text: string): string | null => {
  const percent = /^(\d{1,6})%$/.exec(text)?.[1];
  return percent === undefined ? null : `${Number(percent) * 10}m`;
};

const SECONDS: Record<string, number> = { "": 1, s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86_400 };

const secondsOf = (text: string): string | null => {
  const [, number, unit = ""] = /^(\d{1,12}(?:\.\d{1,6})?)(s|sec|m|min|h|d)?$/.exec(text) ?? [];
  return number === undefined ? null : String(Number(number) * SECONDS[unit]!);
};

const PROPERTIES: Record<string, [BoundedResource, (text: string) => string | null]> = {
  MemoryMax: ["memory", sizeOf],
  CPUQuota: ["cpu", shareOf],
  TasksMax: ["pids", (text) => (/^\d{1,12}$/.test(text) ? text : null)],
  RuntimeMaxSec: ["time", secondsOf],
};

/**
 * Limits that the programs before bwrap set: `timeout`, the properties of `systemd-run`, and `prlimit`. bwrap
 * itself has none. A limit of nothing is none.
 */
export function limitsBefore(items: At[], { prefix }: BwrapCall): Map<BoundedResource, string> {
  const limits = new Map<BoundedResource, string>();
  const words = prefix.map((place) => shownWord(items[place]));
  const program = (name: string): number =>
    words.findIndex((word) => word === name || word.endsWith(`/${name}`));
  const timeout = program("timeout");
  if (timeout >= 0) {
    const seconds = secondsOf(words.slice(timeout + 1).find((word) => /^\d/.test(word)) ?? "");
    if (seconds !== null) limits.set("time", seconds);
  }
  if (program("systemd-run") >= 0) {
    for (const word of words) {
      const [, name, value] = /^(?:--property=|-p)?(\w+)=(\S+)$/.exec(word) ?? [];
      const known = PROPERTIES[name ?? ""];
      const limit = known?.[1](value ?? "");
      if (known && limit !== null && limit !== undefined) limits.set(known[0], limit);
    }
  }
  if (program("prlimit") >= 0) {
    for (const word of words) {
      const [, name, value] = /^--(as|nproc)=(\d{1,18})(?::\d{1,18})?$/.exec(word) ?? [];
      if (name !== undefined && value !== undefined) limits.set(name === "as" ? "memory" : "pids", value);
    }
  }
  for (const [resource, value] of limits) if ((parseQuantity(value) ?? 0n) <= 0n) limits.delete(resource);
  return limits;
}
