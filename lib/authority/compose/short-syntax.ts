/** A volume of the short syntax in its parts, before anybody says what the source is. */
export type ShortVolume = { source: string | null; target: string; options: string[] };

const WINDOWS_DRIVE = /^[A-Za-z]:[\\/]/;

/**
 * `[source:]target[:options]`, variables filled in already: what is left of them has no colon. A Windows drive's
 * letter is no source. Source: github.com/compose-spec/compose-go, format/volume.go.
 */
export function shortVolume(text: string): ShortVolume {
  const parts: string[] = [];
  let rest = text;
  while (parts.length < 2) {
    const from = WINDOWS_DRIVE.test(rest) ? 2 : 0;
    const colon = rest.indexOf(":", from);
    if (colon < 0) break;
    parts.push(rest.slice(0, colon));
    rest = rest.slice(colon + 1);
  }
  parts.push(rest);
  const [first = "", second, options = ""] = parts;
  if (second === undefined) return { source: null, target: first, options: [] };
  return { source: first, target: second, options: options.split(",").filter((option) => option !== "") };
}

/** Whether a source is a path of the host, and not a volume's name. */
export const isHostPath = (source: string): boolean =>
  /^[./~]/.test(source) || WINDOWS_DRIVE.test(source) || source.startsWith("\\\\") || source.includes("${");

/** A port of the short syntax in its parts; `published` is null where the engine chooses one. */
export type ShortPort = { address: string; published: string | null; target: string; protocol: string };

/** `[[address:]published:]target[/protocol]`; an IPv6 address may stand in brackets. */
export function shortPort(text: string): ShortPort {
  const slash = text.lastIndexOf("/");
  const protocol = slash < 0 ? "tcp" : text.slice(slash + 1);
  const ports = slash < 0 ? text : text.slice(0, slash);
  const last = ports.lastIndexOf(":");
  if (last < 0) return { address: "", published: null, target: ports, protocol };
  const target = ports.slice(last + 1);
  const host = ports.slice(0, last);
  const middle = host.endsWith("]") ? -1 : host.lastIndexOf(":");
  const isAddress = host.startsWith("[") && middle < 0;
  const address = isAddress ? host : middle < 0 ? "" : host.slice(0, middle);
  const published = isAddress ? "" : middle < 0 ? host : host.slice(middle + 1);
  return { address, published: published === "" || published === "0" ? null : published, target, protocol };
}

/** `source[:target][:permissions]`, or the name of a CDI device. */
export function shortDevice(text: string): { source: string; permissions: string } {
  const [source = "", second = "", third] = text.split(":");
  return { source, permissions: third ?? (/^[rwm]{1,3}$/.test(second) ? second : "rwm") };
}
