import type { EngineContainer } from "./container";
import type { AddRow } from "./container-rows";
import { isTold } from "./fact";
import { PRODUCT_SETTINGS } from "./products";

/** Rows of group 1f: what a product's own settings say of the limits it claims for the code it runs. */
export function addProductRows(
  { environment, image, missingFiles, mounts }: EngineContainer,
  add: AddRow,
): void {
  const reference = image.reference ?? "";
  for (const { variable, image: images, byDefault, grants, id, says, product } of PRODUCT_SETTINGS) {
    const written = environment.findLast(({ name }) => name === variable);
    const isProduct = images?.test(reference) ?? false;
    if (images !== null && !isProduct) continue;
    const text = {
      anchor: `${product} ${variable}`,
      target: `${variable} of ${product}: ${says}`,
      detail: says,
    };
    if (written) {
      const told = written.value !== null && isTold(written.at);
      if (!told) add(id, written.at, "unknown", text);
      else if (grants(written.value!)) add(id, written.at, "explicit", text);
    } else if (isProduct && grants(byDefault)) {
      // The setting may stand in a file that is mounted, or in one of variables that is not in the input.
      const mayBeElsewhere = missingFiles.length > 0 || mounts.some(({ kind }) => kind !== "tmpfs");
      add(id, missingFiles[0]?.at ?? image.at, mayBeElsewhere ? "unknown" : "default", text);
    }
  }
}
