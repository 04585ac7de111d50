import type { At } from "@/lib/authority/read/cursor";
import { booleanOf } from "@/lib/authority/read/scalar";
import type { Rows } from "@/lib/authority/rows";
import { redactShapes } from "@/lib/authority/secrets/detect";
import type { OfferedList } from "./parts";
import { suggestionOf } from "./tool-severity";

/** What the annotations of a tool say, in words. Defaults and meaning: the specification, server/tools. */
const HINTS: readonly [string, string, string][] = [
  ["readOnlyHint", "changes nothing", "changes things"],
  ["destructiveHint", "destroys things", "only adds"],
  ["idempotentHint", "does the same when called again", "does more when called again"],
  ["openWorldHint", "reaches outside systems", "reaches no outside system"],
];

/** A row for each tool of a list, or each function of a host. */
export function addOffered(
  { at, kind }: OfferedList,
  server: string,
  container: string | null,
  rows: Rows,
): void {
  for (const item of at.items()) {
    const body = item.get("function").value?.kind === "map" ? item.get("function") : item;
    const name = redactShapes(body.get("name").string() ?? item.string() ?? "");
    if (name === "") {
      item.invalid("has no name");
      continue;
    }
    const parameters = parametersOf(body);
    const suggestion = suggestionOf(name, parameters ?? []);
    const claims = claimsOf(item.get("annotations"));
    rows.add(kind === "tool" ? "tool-call" : "host-function", item, "explicit", {
      container,
      anchor: `${server} ${name}`,
      target: kind === "tool" ? `${name} of ${server}` : name,
      access: "execute",
      extent: parameters === null ? [] : parameters.length === 0 ? ["no parameter"] : parameters,
      severity: suggestion?.severity ?? "medium",
      limits:
        claims.length > 0 ? [`claimed by the server itself, enforced by nothing: ${claims.join(", ")}`] : [],
      detail: suggestion
        ? `by its name and parameters it ${suggestion.does}, which is a suggestion and no proof`
        : "what it does cannot be told from its name and parameters",
    });
  }
}

/** The names of the parameters; null where the schema allows any. */
function parametersOf(tool: At): string[] | null {
  const schema = ["inputSchema", "input_schema", "parameters"]
    .map((field) => tool.get(field))
    .find(({ exists }) => exists);
  const properties = schema?.get("properties");
  if (properties?.value?.kind !== "map") return null;
  return properties.entries().map(([name]) => redactShapes(name.slice(0, 200)));
}

function claimsOf(annotations: At): string[] {
  return HINTS.flatMap(([field, yes, no]) => {
    const { value } = annotations.get(field);
    const hint = value?.kind === "scalar" ? booleanOf(value) : null;
    return hint === null ? [] : [`${hint ? yes : no} (${field})`];
  });
}
