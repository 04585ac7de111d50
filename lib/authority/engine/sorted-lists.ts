import { canonicalDocument } from "@/lib/authority/digest";
import type { Value } from "@/lib/authority/read/value";
import type { Redactions } from "@/lib/authority/secrets/marks";

/**
 * The same value with the items of some lists in the order of their canonical texts, so that an order that means
 * nothing has no part in a digest. The scalars stay the same ones.
 *
 * @param isUnordered whether a list under this key may be sorted
 */
export function sortedLists(
  value: Value,
  redactions: Redactions,
  isUnordered: (key: string) => boolean,
  key = "",
): Value {
  if (value.kind === "scalar") return value;
  if (value.kind === "map") {
    const fields = new Map<string, Value>();
    for (const [name, member] of value.fields)
      fields.set(name, sortedLists(member, redactions, isUnordered, name));
    return { ...value, fields };
  }
  const items = value.items.map((item) => sortedLists(item, redactions, isUnordered));
  if (!isUnordered(key)) return { ...value, items };
  const texts = new Map(items.map((item) => [item, canonicalDocument(item, redactions, () => false)]));
  items.sort((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : texts.get(a)! > texts.get(b)! ? 1 : 0));
  return { ...value, items };
}
