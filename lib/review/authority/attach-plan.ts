import { endsConfinement, findCatalogueEntry } from "@/lib/authority/catalogue/index-of-ids";
import type { DeriveResult, GrantedCapability } from "@/lib/authority/schema";
import { turns } from "@/lib/kernel/turns";
import type { Layer } from "../fields";
import { type ExecutorRole, SEVERITIES, type Severity } from "../vocabulary";
import { innerLayerOf } from "./inner-layer";
import { type LayerGiven, layersInside, withLayer } from "./layers-inside";
import { containerKey, namesInReview } from "./match-names";
import { titleOf } from "./title";

/** What somebody said of a container when attaching. */
export type RoleGiven = {
  workload: string;
  container: string;
  role: ExecutorRole;
  reason?: string | undefined;
};

export type KnownExecutor = {
  id: string;
  number: number;
  workload: string | null;
  container: string | null;
  role: ExecutorRole | null;
  roleReason: string | null;
  layers?: Layer[] | null;
  versions: Record<string, number>;
};

export type KnownCapability = {
  id: string;
  number: number;
  key: string;
  executorId: string | null;
  workload: string | null;
  container: string | null;
  catalogueId: string;
  class: string;
  group: string;
  severity: Severity;
  endsConfinement: boolean;
  title: string;
  justificationId: string | null;
  closedAt: string | null;
  versions: Record<string, number>;
  /** The gravest grant of the other environments' newest configurations, or null when none grants it. */
  elsewhere: { catalogueId: string; severity: Severity } | null;
};

/** A row to add; ids and numbers are given by whoever writes it. */
type NewCapability = {
  key: string;
  executor: string | null;
  workload: string;
  container: string | null;
  class: string;
  group: string;
  family: string;
  anchor: string;
  catalogueId: string;
  severity: Severity;
  endsConfinement: boolean;
  title: string;
  /** The layer inside the executor that gives it, in words; null for what the executor itself has. */
  layer: string | null;
};

/** A row that the new configuration changes: only what differs. */
type ChangedCapability = {
  known: KnownCapability;
  set: Partial<Facts> & { closedAt?: string | null; executorId?: string; layer?: string | null };
};
type Facts = Omit<NewCapability, "executor" | "key" | "family" | "anchor" | "layer">;

export type AttachPlan = {
  /** Containers that are no executor of the review yet, by their key. */
  executors: { key: string; workload: string; container: string; kind: string; given: RoleGiven | null }[];
  /** Known executors of whom somebody now says something else, or inside which another layer runs. */
  said: { executor: KnownExecutor; given: RoleGiven | null; layers: Layer[] | null }[];
  /** Executors inside which another layer runs: their layers from now on, by their container's key. */
  layers: Map<string, Layer[]>;
  added: NewCapability[];
  changed: ChangedCapability[];
  /** The capability's key and what this configuration grants. */
  grants: { key: string; row: GrantedCapability }[];
  /** Keys of rows that stay exactly as they were. */
  unchanged: string[];
  /** The ids of what is there already, by container and by the rows' keys. */
  known: { executorIds: Map<string, string>; capabilityIds: Map<string, string> };
};

/**
 * What attaching a configuration does to the rows of a review. Rows are matched by the importer's
 * key: one that is granted as before is not touched, so its decision stands; one that no newest
 * configuration grants any more is closed, and comes back with its decision when one does again.
 * Other work comes in between the rows.
 *
 * @param now the time of closing, ISO 8601
 * @param layers in which container each inner layer runs; its rows are then rows of that executor
 */
export async function attachPlan(
  derived: Pick<DeriveResult, "workloads" | "capabilities">,
  known: { executors: readonly KnownExecutor[]; capabilities: readonly KnownCapability[] },
  given: readonly RoleGiven[],
  now: string,
  layers: readonly LayerGiven[] = [],
): Promise<AttachPlan> {
  const nameOf = namesInReview(
    derived.workloads,
    known.executors.flatMap(({ workload }) => workload ?? []),
  );
  const plan: AttachPlan = {
    executors: [],
    said: [],
    layers: new Map(),
    added: [],
    changed: [],
    grants: [],
    unchanged: [],
    known: {
      executorIds: new Map(),
      capabilityIds: new Map(known.capabilities.map(({ key, id }) => [key, id])),
    },
  };
  const inside = layersInside(
    known,
    layers,
    containersOf(derived.workloads, known.executors, nameOf),
    nameOf,
  );
  planLayers(plan, derived.workloads, known.executors, inside);
  const executors = planExecutors(
    plan,
    derived.workloads.filter(({ ref }) => !inside.has(ref)),
    known.executors,
    given,
    nameOf,
  );
  const byKey = new Map(known.capabilities.map((row) => [row.key, row]));
  const heldBy = groupByWorkload(derived.capabilities);
  const seen = new Set<string>();
  const turn = turns();
  for (const row of derived.capabilities) {
    await turn();
    if (seen.has(row.key)) continue;
    seen.add(row.key);
    plan.grants.push({ key: row.key, row });
    const workload = nameOf(row.workload);
    const container = row.container === null ? null : containerKey(workload, row.container);
    const own = container !== null && executors.has(container) ? container : null;
    const executor = inside.get(row.workload) ?? own;
    const layer = inside.has(row.workload) ? (innerLayerOf(row.workload)?.name ?? null) : null;
    const facts = factsOf(row, workload, heldBy.get(row.workload) ?? []);
    const old = byKey.get(row.key);
    if (!old)
      plan.added.push({ key: row.key, executor, family: row.family, anchor: row.anchor, ...facts, layer });
    else {
      const set = differences(old, facts);
      const holder = layer === null ? undefined : plan.known.executorIds.get(executor!);
      if (holder !== undefined && holder !== old.executorId) {
        set.executorId = holder;
        set.layer = layer;
      }
      if (Object.keys(set).length > 0) plan.changed.push({ known: old, set });
      else plan.unchanged.push(row.key);
    }
  }
  for (const old of known.capabilities) {
    if (seen.has(old.key) || old.closedAt !== null) continue;
    if (old.elsewhere === null) plan.changed.push({ known: old, set: { closedAt: now } });
    else {
      const { catalogueId, severity } = old.elsewhere;
      if (severity !== old.severity || catalogueId !== old.catalogueId)
        plan.changed.push({ known: old, set: { catalogueId, severity } });
    }
  }
  return plan;
}

/** The containers that a layer can run in: those of the configuration, and those of the review's executors. */
function containersOf(
  workloads: DeriveResult["workloads"],
  known: readonly KnownExecutor[],
  nameOf: (ref: string) => string,
): Set<string> {
  const keys = workloads.flatMap(({ ref, containers }) =>
    containers.map(({ name }) => containerKey(nameOf(ref), name)),
  );
  for (const { workload, container } of known)
    if (workload !== null && container !== null) keys.push(containerKey(workload, container));
  return new Set(keys);
}

/** Every executor that a layer of this configuration runs inside has it among its layers. */
function planLayers(
  plan: AttachPlan,
  workloads: DeriveResult["workloads"],
  known: readonly KnownExecutor[],
  inside: ReadonlyMap<string, string>,
): void {
  const present = new Map(
    known.map(({ workload, container, layers }) => [containerKey(workload ?? "", container ?? ""), layers]),
  );
  for (const { ref } of workloads) {
    const key = inside.get(ref);
    const layers = key === undefined ? null : withLayer(plan.layers.get(key) ?? present.get(key), ref);
    if (key !== undefined && layers) plan.layers.set(key, layers);
  }
}

function planExecutors(
  plan: AttachPlan,
  workloads: DeriveResult["workloads"],
  known: readonly KnownExecutor[],
  given: readonly RoleGiven[],
  nameOf: (ref: string) => string,
): Map<string, string> {
  const said = new Map(given.map((one) => [containerKey(one.workload, one.container), one]));
  const byContainer = new Map<string, KnownExecutor>();
  for (const executor of known) {
    if (executor.workload !== null && executor.container !== null)
      byContainer.set(containerKey(executor.workload, executor.container), executor);
  }
  for (const [key, { id }] of byContainer) plan.known.executorIds.set(key, id);
  const met = new Map<string, string>();
  for (const { ref, containers } of workloads) {
    for (const { name, role: kind } of containers) {
      const workload = nameOf(ref);
      const key = containerKey(workload, name);
      if (met.has(key)) continue;
      met.set(key, name);
      const answer = said.get(containerKey(ref, name)) ?? said.get(key) ?? null;
      const executor = byContainer.get(key);
      if (!executor) plan.executors.push({ key, workload, container: name, kind, given: answer });
      else {
        const given = answer && isOther(executor, answer) ? answer : null;
        const layers = plan.layers.get(key) ?? null;
        if (given || layers) plan.said.push({ executor, given, layers });
      }
    }
  }
  // A layer may be attached alone, inside an executor that this configuration does not name.
  for (const [key, layers] of plan.layers) {
    const executor = byContainer.get(key);
    if (executor && !met.has(key)) plan.said.push({ executor, given: null, layers });
  }
  return met;
}

const isOther = (executor: KnownExecutor, given: RoleGiven): boolean =>
  executor.role !== given.role || (executor.roleReason ?? "") !== (given.reason ?? "");

function factsOf(row: GrantedCapability, workload: string, held: readonly GrantedCapability[]): Facts {
  const entry = findCatalogueEntry(row.id);
  return {
    workload,
    container: row.container,
    class: row.class,
    group: entry?.group ?? "kernel",
    catalogueId: row.id,
    severity: row.severity,
    endsConfinement: endsConfinement(row, held),
    title: titleOf(row),
  };
}

/** What of a row differs; a title that somebody has worded is kept. */
function differences(old: KnownCapability, facts: Facts): ChangedCapability["set"] {
  const set: ChangedCapability["set"] = {};
  if (old.closedAt !== null) set.closedAt = null;
  // Of several environments the gravest grant speaks for the row.
  const grave =
    old.elsewhere && SEVERITIES.indexOf(old.elsewhere.severity) < SEVERITIES.indexOf(facts.severity)
      ? old.elsewhere
      : facts;
  if (grave.severity !== old.severity) set.severity = grave.severity;
  if (grave.catalogueId !== old.catalogueId) set.catalogueId = grave.catalogueId;
  if (grave === facts && facts.title !== old.title && !old.versions.title) set.title = facts.title;
  if (facts.class !== old.class) set.class = facts.class;
  if (facts.group !== old.group) set.group = facts.group;
  if (facts.endsConfinement !== old.endsConfinement) set.endsConfinement = facts.endsConfinement;
  return set;
}

function groupByWorkload(rows: readonly GrantedCapability[]): Map<string, GrantedCapability[]> {
  const groups = new Map<string, GrantedCapability[]>();
  for (const row of rows) {
    const group = groups.get(row.workload);
    if (group) group.push(row);
    else groups.set(row.workload, [row]);
  }
  return groups;
}
