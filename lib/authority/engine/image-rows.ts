import { parseImage } from "@/lib/authority/image";
import type { Notes } from "@/lib/authority/notes";
import type { EngineContainer } from "./container";
import type { AddRow } from "./container-rows";

/** An image by its own id is fixed, and says nothing of where it comes from. */
const IMAGE_ID = /^(sha256:)?[0-9a-f]{64}$/;

/** Where the code comes from, and whether it can change under the same name. */
export function addImageRows({ image, workload, at }: EngineContainer, add: AddRow, notes: Notes): void {
  const { reference, built } = image;
  if (built) {
    add("image-mutable", built.at, "explicit", {
      anchor: reference === null ? "build" : parseImage(reference).repository,
      target: reference ?? `built from ${built.from}`,
      detail: `built from ${built.from}`,
    });
  }
  if (reference === null || reference === "") {
    if (!built)
      notes.add(
        "info",
        "no-image",
        `${workload} names no image, so nothing is said about where its code comes from`,
        at,
      );
    return;
  }
  if (IMAGE_ID.test(reference)) {
    notes.add(
      "info",
      "image-by-id",
      `${workload} names its image by id, which does not say where it comes from`,
      image.at,
    );
    return;
  }
  const { repository, tag, digest, badDigest } = parseImage(reference);
  if (badDigest) image.at.invalid("has a digest that is none (sha256 has 64 hexadecimal digits)");
  if (digest === null && !built) {
    const origin = tag === null && image.origin === "explicit" ? "default" : image.origin;
    add("image-mutable", image.at, origin, { anchor: repository, target: reference });
  }
  add("image-source", image.at, image.origin, { anchor: repository });
}
