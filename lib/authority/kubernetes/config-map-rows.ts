import { asksForPrivileges } from "@/lib/authority/nested-privilege";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { redactValue } from "@/lib/authority/secrets/redact-value";
import type { KubeObject } from "./objects";

/** Secrets in a ConfigMap's data; they stand on their own, whoever reads the ConfigMap. */
export function addConfigMapRows(object: KubeObject, rows: Rows): void {
  for (const [key, at] of object.at.get("data").entries()) {
    const text = at.string();
    if (text === null) continue;
    const kind = redactValue(key, text).kind;
    if (kind === null) continue;
    rows.add("secret-literal", at, "explicit", {
      anchor: `data ${key}`,
      target: `${kind} in ${key}`,
      access: "read",
      detail: `a ${kind} in ${key}`,
    });
  }
}

/** Texts in a ConfigMap that ask for privileges no manifest shows, such as a GitLab runner's config.toml. */
export function nestedPrivileges(object: KubeObject): [string, At][] {
  return object.at
    .get("data")
    .entries()
    .filter(([, at]) => asksForPrivileges(at.string() ?? ""));
}
