import { isBwrapCall } from "./bwrap/reader";
import { isInspected } from "./docker-inspect/objects";
import { isMcp } from "./mcp/parts";
import { isNsjail } from "./nsjail/reader";
import type { At } from "./read/cursor";
import { isSettings } from "./read/settings";
import type { Format } from "./schema";

/** What a document is, by its content; `unknown` where nothing fits. */
export function recognise(root: At): Format {
  if (root.value?.kind === "list") {
    if (root.items().some(isInspected)) return "docker-inspect";
    return isBwrapCall(root) ? "bwrap" : "unknown";
  }
  if (root.value?.kind !== "map") return "unknown";
  if (isSettings(root.value)) return "compose";
  const kind = root.get("kind").string();
  if (root.has("apiVersion") && kind !== null) return "kubernetes";
  if (root.has("ociVersion")) return "oci";
  if (
    kind !== null &&
    root.has("version") &&
    /^(operation|component|job|build|experiment|notebook|tensorboard|service|group|run|compiled_operation|dag|schedule|pipeline)$/.test(
      kind,
    )
  ) {
    return "polyaxon";
  }
  if (isMcp(root)) return "mcp";
  if (isNsjail(root)) return "nsjail";
  if (isInspected(root)) return "docker-inspect";
  if (root.get("services").value?.kind === "map") return "compose";
  if (kind === null && root.get("include").value?.kind === "list") return "compose";
  if (kind !== null && /^[A-Z]/.test(kind)) return "kubernetes";
  if (
    root
      .get("items")
      .items()
      .some((item) => item.has("kind"))
  )
    return "kubernetes";
  return "unknown";
}

/** What is known and read elsewhere, said when somebody gives it here. */
export function knownElsewhere(root: At): string | null {
  if (root.has("runs") && (root.has("$schema") || root.has("version")))
    return "SARIF (give it to `cordon entrances`)";
  if (root.has("openapi") || root.has("swagger")) return "OpenAPI (give it to `cordon entrances`)";
  return null;
}
