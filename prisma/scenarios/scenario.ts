import type { Actor } from "@/lib/identity/actor";
import type { Cell } from "@/lib/review/cell";
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
