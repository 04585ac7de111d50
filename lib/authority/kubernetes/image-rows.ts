import { parseImage } from "@/lib/authority/image";
import type { Notes } from "@/lib/authority/notes";
import type { Rows } from "@/lib/authority/rows";
import type { Container, Pod } from "./pod";

/** Where the code comes from, and whether it can change under the same name. */
export function addImageRows(pod: Pod, container: Container, rows: Rows, notes: Notes): void {
  const at = container.at.get("image");
  const text = at.string();
  if (text === null || text === "") {
    notes.add(
      "info",
      "no-image",
      `container ${container.name} of ${pod.ref} names no image, so nothing is said about where its code comes from`,
      container.at,
    );
    return;
  }
  const image = parseImage(text);
  if (image.badDigest) at.invalid("has a digest that is none (sha256 has 64 hexadecimal digits)");
  if (at.unresolved) {
    notes.add(
      "warning",
      "unresolved",
      `the image of container ${container.name} holds a placeholder that nothing has filled in`,
      at,
    );
  }
  const origin = at.unresolved ? "unknown" : "explicit";
  // A reference that a controller fills in is no path of Docker Hub.
  const anchor = /^(\{\{|\$\()/.test(text) ? text : image.repository;
  if (image.digest === null) {
    rows.add("image-mutable", at, image.tag === null && origin === "explicit" ? "default" : origin, {
      container: container.name,
      anchor,
      target: text,
    });
  }
  rows.add("image-source", at, origin, { anchor });
}
