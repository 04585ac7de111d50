import { canonicalDocument, type Ignore } from "@/lib/authority/digest";
import { sortedLists } from "@/lib/authority/engine/sorted-lists";
import type { At } from "@/lib/authority/read/cursor";
import { redactionsOf } from "./redactions";

/**
 * The documented ignore list of the format: the version, which Compose ignores, and x- elements, of which only
 * what services take over counts, and stands there.
 */
const ignoredOfCompose: Ignore = (path, key) =>
  path.length === 0 ? key === "version" || key.startsWith("x-") : false;

/** Lists whose order means nothing to Compose. */
const UNORDERED = new Set(
  `environment ports volumes cap_add cap_drop security_opt devices expose group_add labels annotations networks depends_on
  links external_links extra_hosts sysctls secrets configs profiles tmpfs device_cgroup_rules volumes_from args entitlements
  capabilities device_ids aliases gpus cache_from cache_to tags platforms`.split(/\s+/),
);

/** The documents of an input in canonical form, sorted. */
export function canonicalCompose(roots: At[]): string[] {
  return roots
    .map(({ value }) => {
      const redactions = redactionsOf(value!);
      return canonicalDocument(
        sortedLists(value!, redactions, (key) => UNORDERED.has(key)),
        redactions,
        ignoredOfCompose,
      );
    })
    .sort();
}
