import { aKind } from "@/lib/authority/inner/environment";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { kindIn, redactShapes } from "@/lib/authority/secrets/detect";
import type { Redactions } from "@/lib/authority/secrets/marks";
import { polyaxonRedactions } from "./redactions";
import { camelCase } from "./spelling";

/** What a container's rows are made of; its secrets stand among those. */
const OF_CONTAINERS = new Set(["container", "sidecars", "envVars"]);

/** How deep secrets are looked for. */
const DEEPEST = 60;

/**
 * Rows of secrets that are written outside of containers: parameters, what is fetched or written before the
 * start, hooks, a matrix. Their anchor is the way there by names, since places in lists change.
 *
 * @param passOver fields of the top that other rows are made of
 */
export function addLiteralRows(root: At, passOver: ReadonlySet<string>, rows: Rows): void {
  if (!root.value) return;
  walk(root, [], polyaxonRedactions(root.value), passOver, rows);
}

/** For an operation, whose containers are read. */
export const addOperationLiterals = (root: At, rows: Rows): void => addLiteralRows(root, OF_CONTAINERS, rows);

function walk(at: At, way: string[], found: Redactions, passOver: ReadonlySet<string>, rows: Rows): void {
  const { value } = at;
  if (!value || way.length > DEEPEST) return;
  if (value.kind === "scalar") {
    const kind = kindIn(found.get(value) ?? value.text);
    if (kind === null) return;
    const where = way.map(redactShapes).join(" ").slice(0, 200);
    rows.add("secret-literal", at, "explicit", {
      anchor: where,
      target: `${kind} in ${where}`,
      access: "read",
      detail: `${aKind(kind)} in ${where}`,
    });
  } else if (value.kind === "list") {
    for (const item of at.items()) {
      const name = item.get("name").string();
      walk(item, name === null ? way : [...way, name], found, passOver, rows);
    }
  } else {
    for (const [key, child] of at.entries())
      if (!passOver.has(camelCase(key))) walk(child, [...way, key], found, passOver, rows);
  }
}
