import type { Actor } from "@/lib/identity/actor";
import type { Tx } from "@/lib/platform/unit-of-work/run";
import type { Cell } from "@/lib/review/cell";
import type { RowChange } from "@/lib/review/change";
import { attachConfiguration } from "@/lib/review/server/configurations-attach";
import type { AttachBody } from "@/lib/review/server/configurations-input";
import { previewConfiguration } from "@/lib/review/server/configurations-preview";
import { type CreatableKind, type Created, createRow } from "@/lib/review/server/create-row";

/** A named example: makes a system with a review through the use cases, so that it has its history too. */
export type Scenario = (actor: Actor) => Promise<{ reviewId: string }>;

/** Plain values as cells; `null` is "unknown". */
export function cells(values: Record<string, unknown>): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      value === null ? { state: "unknown" as const } : { state: "value" as const, value },
    ]),
  );
}

/** Adds a row of plain values. */
export const add = (
  actor: Actor,
  reviewId: string,
  entity: CreatableKind,
  values: Record<string, unknown>,
): Promise<Created> => createRow(actor, reviewId, entity, cells(values));

/** Attaches a configuration as a person would: previews it, then attaches what was previewed. */
export async function attach(
  actor: Actor,
  reviewId: string,
  body: Omit<AttachBody, "configDigest">,
): Promise<void> {
  const { signal } = new AbortController();
  const { configDigest } = await previewConfiguration(actor, reviewId, body, signal);
  await attachConfiguration(
    actor,
    reviewId,
    { ...body, configDigest: configDigest as `sha256:${string}` },
    signal,
  );
}

/** A configuration that nobody captured, for reviews that are made for measuring: its rows are made beside it. */
export function madeUpConfiguration(tx: Tx, id: string): RowChange {
  const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
  const row = {
    id,
    number: tx.nextNumber("G"),
    environment: "production",
    provenance: "captured",
    format: "kubernetes",
    configDigest: digest("c"),
    authorityDigest: digest("a"),
    catalogueVersion: "1",
    files: [],
    workloads: [],
    bounds: [],
    tuples: [],
    notes: [],
    attachedById: tx.actor.id,
    attachedAt: tx.now.toISOString(),
    isNewest: true,
  };
  return { op: "insert", table: "configuration", row };
}
