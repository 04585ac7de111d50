import { cleanPath } from "@/lib/authority/host-paths";

/** Stands before a path whose beginning nobody knows, so that it is taken for none of the host's own folders. */
const SOMEWHERE = "/-/-/-/-/-/-/-/-";

/** The path of the host in one spelling: absolute ones cleaned, others as they are written from `.`, `~` or a variable. */
export function sourceAnchor(source: string): string {
  if (isAbsolute(source)) return cleanPath(source);
  if (/^[A-Za-z]:[\\/]/.test(source) || source.startsWith("\\\\")) return source.replaceAll("\\", "/");
  const [first = "", ...rest] = source.split("/");
  const parts: string[] = [];
  for (const part of rest) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return [first, ...parts].join("/");
}

const isAbsolute = (source: string): boolean => source.startsWith("/");

/**
 * The path as it is looked up among the host's known ones. A home folder is one of somebody's: a folder above
 * their credentials; what lies relative to the project or behind a variable is known by its last parts only.
 */
export function knownPath(source: string): string {
  if (isAbsolute(source)) return cleanPath(source);
  const rest = source.replace(/^(~[^/]*|\$\{?(HOME|USERPROFILE)\}?)/, "");
  if (rest !== source)
    return rest === "" || /^\/+\.?$/.test(rest) ? "/root" : `${SOMEWHERE}${cleanPath(rest)}`;
  return `${SOMEWHERE}/${source.replace(/^(\.{1,2}\/)+/, "").replace(/^\.+$/, "")}`;
}
