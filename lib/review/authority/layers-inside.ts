import type { Layer } from "../fields";
import type { KnownCapability, KnownExecutor } from "./attach-plan";
import { innerLayerOf } from "./inner-layer";
import { containerKey } from "./match-names";

/** What somebody said of a layer when attaching: in which container it runs. */
export type LayerGiven = { workload: string; inside: { workload: string; container: string } };

/**
 * The executor that each inner layer of a configuration runs in, by the layer's workload: as somebody says now,
 * else where its rows stand already. A layer that is in neither is missing, and becomes an executor of its own.
 *
 * @param containers the containers of the configuration and of the review's executors, by their keys
 * @param nameOf how a workload of the configuration is called in the review
 * @returns the keys of the executors' containers
 */
export function layersInside(
  known: { executors: readonly KnownExecutor[]; capabilities: readonly KnownCapability[] },
  given: readonly LayerGiven[],
  containers: ReadonlySet<string>,
  nameOf: (workload: string) => string,
): Map<string, string> {
  const found = new Map<string, string>();
  const keys = new Map(
    known.executors.flatMap(({ id, workload, container }) =>
      workload !== null && container !== null && innerLayerOf(workload) === null
        ? [[id, containerKey(workload, container)] as const]
        : [],
    ),
  );
  for (const { workload, executorId } of known.capabilities) {
    const key = executorId === null ? undefined : keys.get(executorId);
    if (key !== undefined && innerLayerOf(workload)) found.set(workload!, key);
  }
  for (const { workload, inside } of given) {
    const key = containerKey(nameOf(inside.workload), inside.container);
    if (innerLayerOf(workload) && !innerLayerOf(inside.workload) && containers.has(key))
      found.set(workload, key);
  }
  return found;
}

/** The layers of an executor with one more inside; null where it has that already, or the layer confines nothing. */
export function withLayer(layers: readonly Layer[] | null | undefined, workload: string): Layer[] | null {
  const kind = innerLayerOf(workload)?.kind ?? null;
  if (kind === null || layers?.some((layer) => layer.kind === kind)) return null;
  return [...(layers ?? []), { kind, note: "" }];
}
