import type { At } from "@/lib/authority/read/cursor";

/** An entry of `mounts`. */
export type Mount = {
  at: At;
  destination: string;
  type: string;
  source: string;
  options: string[];
  isBind: boolean;
  isReadOnly: boolean;
};

/**
 * The mounts as they are done: bind by type or by option, writable unless the last word about it is `ro`.
 * Source: config.md, "Mounts", and "Linux mount options".
 */
export function mountsOf(root: At): Mount[] {
  return root
    .get("mounts")
    .items()
    .map((at) => {
      const options = at.get("options").strings();
      const type = at.get("type").string() ?? "";
      return {
        at,
        destination: at.get("destination").string() ?? "",
        type,
        source: at.get("source").string() ?? "",
        options,
        isBind: type === "bind" || options.some((option) => option === "bind" || option === "rbind"),
        isReadOnly: /^r?ro$/.test(options.findLast((option) => /^r?(ro|rw)$/.test(option)) ?? ""),
      };
    });
}

/** The value of `name=…` among the options; the last counts. */
export const optionOf = ({ options }: Mount, name: string): string | null =>
  options.findLast((option) => option.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
