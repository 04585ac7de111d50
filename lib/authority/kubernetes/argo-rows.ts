import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import type { Pod } from "./pod";

/** Words in a text laid over a pod, or in a manifest that a workflow makes, which ask for privileges. */
const PRIVILEGE =
  /["']?\b(privileged|hostPID|hostIPC|hostNetwork|allowPrivilegeEscalation)\b["']?[ \t]{0,16}:[ \t]{0,16}["']?(true|yes|on)\b|["']?\bhostPath\b["']?[ \t]{0,16}:/i;

/** What a template of a workflow has that no pod of Kubernetes has: a patch, a manifest, artifacts. */
export function addArgoRows(pod: Pod, rows: Rows, notes: Notes): void {
  if (pod.part === null) return;
  const { patch, template, part } = pod;
  if (patch) {
    notes.add(
      "warning",
      "pod-spec-patch",
      `${pod.ref} lays a podSpecPatch over the pods of ${part}; it is not read, so what these say nothing about is unknown`,
      patch,
    );
    addHidden(patch, "podSpecPatch", part, rows);
  }
  const manifest = template.path("resource", "manifest");
  if (template.get("resource").exists) {
    notes.add(
      "warning",
      "resource-template",
      `${pod.ref} makes or changes an object of the cluster in ${part} (${template.path("resource", "action").string() ?? "no action"}), with the rights of its service account; that object is not read`,
      template.get("resource"),
    );
    addHidden(manifest, "manifest", part, rows);
  }
  for (const place of ["inputs", "outputs"])
    for (const artifact of template.path(place, "artifacts").items()) addArtifactSecrets(artifact, rows);
  addArtifactSecrets(template.get("archiveLocation"), rows);
}

function addHidden(text: At, what: string, part: string, rows: Rows): void {
  if (!PRIVILEGE.test(text.string() ?? "")) return;
  rows.add("nested-config", text, "explicit", {
    anchor: `${what} ${part}`,
    target: `privileges in the ${what} of ${part}`,
  });
}

/** Secrets with which the executor fetches and stores artifacts: every `…Secret` that names one. */
function addArtifactSecrets(place: At, rows: Rows, depth = 0): void {
  for (const [key, at] of place.entries()) {
    const name = at.get("name").string();
    if (/Secret$/.test(key) && name !== null) {
      const secretKey = at.get("key").string();
      rows.add("secret-volume", at, "explicit", {
        anchor: name,
        target: `Secret ${name}`,
        access: "read",
        extent: secretKey === null ? [] : [secretKey],
        limits: ["in the executor's containers only"],
      });
    } else if (depth < 4) addArtifactSecrets(at, rows, depth + 1);
  }
}
