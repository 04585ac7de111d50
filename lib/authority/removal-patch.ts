import { stringify } from "yaml";
import type { Removal } from "./catalogue/entry";
import type { CatalogueFormat } from "./catalogue/formats/every-format";
import { catalogueEntry } from "./catalogue/index-of-ids";
import { deadlinePatch, restartPatch } from "./removal/by-kind";
import { composedDeadline, composedPatch, composedRestarts } from "./removal/composed-kinds";
import { diffFragment } from "./removal/diff-fragment";
import { elsewherePatch } from "./removal/elsewhere-patch";
import { policyPatch } from "./removal/policy-patch";
import { removedPaths } from "./removal/removed-paths";
import { secretPatch } from "./removal/secret-patch";
import { documentAround, type PatchRow, podSpecSteps } from "./removal/source-text";
import { commentText, plainText, type RemovalPatch, wordsPatch } from "./removal/text";
import type { Format } from "./schema";

export type { RemovalPatch } from "./removal/text";

/**
 * How to take a row away, starting from its source line: fields to merge into the workload, lines to take
 * out, a NetworkPolicy to add, or words where no patch can do it. `text` is the text of the row's file;
 * without it a patch cannot name labels, mounts or what stands below a field. In another `format` than
 * Kubernetes it is what the catalogue says of the format.
 */
export function removalPatch(row: PatchRow, text?: string, format: Format = "kubernetes"): RemovalPatch {
  const entry = catalogueEntry(row.id);
  const where = `# ${plainText(`${row.source.file}, line ${row.source.line}: ${row.workload}`)}\n`;
  const elsewhere = entry.removalElsewhere[format as CatalogueFormat];
  const { title, text: body } =
    elsewhere || format !== "kubernetes"
      ? elsewherePatch(entry, elsewhere ?? { fragment: null, words: null })
      : bodyOf(row, entry.removal, documentAround(text, row.source.line));
  return { title, text: where + body };
}

function bodyOf(row: PatchRow, removal: Removal, root: unknown): RemovalPatch {
  switch (removal.kind) {
    case "words":
      return wordsPatch(removal.text.replaceAll("{target}", row.target));
    case "deadline":
      return composedDeadline(row.workload) ?? deadlinePatch(row.workload);
    case "restarts":
      return composedRestarts(row.workload) ?? restartPatch(row.workload);
    case "policy":
      return policyPatch(row, removal.direction, root);
    case "secret":
      return secretPatch(row) ?? deletionPatch(row, root);
    case "delete":
      return deletionPatch(row, root);
    default:
      return (
        composedPatch(row, removal) ?? {
          title: "Merge these fields",
          text: stringify(mergeFor(row, removal)),
        }
      );
  }
}

function mergeFor(row: PatchRow, removal: Extract<Removal, { kind: "container" | "pod" }>): unknown {
  let value: unknown = removal.fields;
  if (removal.kind === "container") {
    const list = /\/(initContainers|ephemeralContainers)\//.exec(row.source.pointer)?.[1] ?? "containers";
    value = { [list]: [{ name: row.container ?? "the container's name", ...removal.fields }] };
  }
  for (const step of podSpecSteps(row.workload).reverse()) value = { [step]: value };
  return value;
}

function deletionPatch(row: PatchRow, root: unknown): RemovalPatch {
  const paths = removedPaths(row, root);
  const what = plainText(row.anchor || row.target);
  if (!paths)
    return wordsPatch(
      row.id.startsWith("rbac-")
        ? `Delete the binding at this line, or bind a role that grants less: ${row.target}.`
        : `Delete the object at this line as a whole: ${row.target}.`,
    );
  const all = paths.length > 1 ? "A volume and its mounts go together. " : "";
  return {
    title: "Take these lines out",
    text: `${commentText(`${all}${row.target}`)}${diffFragment(paths, root, what)}`,
  };
}
