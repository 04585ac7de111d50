import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows, RowText } from "@/lib/authority/rows";
import type { Origin } from "@/lib/authority/schema";
import type { EngineContainer } from "./container";
import { addDeviceRows } from "./device-rows";
import { addEnvironmentRows } from "./environment-rows";
import { addImageRows } from "./image-rows";
import { addLimitRows } from "./limit-rows";
import { addMountRows } from "./mount-rows";
import { addNamespaceRows } from "./namespace-rows";
import { addNetworkRows } from "./network-rows";
import { addProductRows } from "./product-rows";
import { addSecurityRows } from "./security-rows";

/** Adds rows of one container: each names it, and what narrows all of it. */
export type AddRow = (id: string, at: At, origin: Origin, text?: RowText) => void;

/** Adds rows to `rows` for one container. Such a container is its workload's only one, so every row is its own. */
function rowAdder(rows: Rows, { workload, name, limits, complete }: EngineContainer): AddRow {
  rows.of(workload);
  return (id, at, origin, text = {}) =>
    rows.add(id, at, origin === "default" && !complete ? "unknown" : origin, {
      ...text,
      container: name,
      limits: limits.length > 0 ? [...(text.limits ?? []), ...limits] : text.limits,
    });
}

/** Everything that a container is granted by what an engine reads. @returns how to add more of its rows */
export function addContainerRows(container: EngineContainer, rows: Rows, notes: Notes): AddRow {
  const add = rowAdder(rows, container);
  addEnvironmentRows(container, add);
  addProductRows(container, add);
  addMountRows(container, add);
  addNetworkRows(container, add);
  addLimitRows(container, rows, add);
  addSecurityRows(container, add);
  addNamespaceRows(container, add);
  addDeviceRows(container, add);
  addImageRows(container, add, notes);
  return add;
}
