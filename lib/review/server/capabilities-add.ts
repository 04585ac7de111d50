import { z } from "zod";
import { endsConfinement, findCatalogueEntry } from "@/lib/authority/catalogue/index-of-ids";
import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { LONGEST_NAME, storableText } from "../fields";
import { CAPABILITY_GROUPS, type CapabilityGroup, SEVERITIES } from "../vocabulary";
import { type Created, createRow } from "./create-row";
import { oneRow } from "./list-rows";

/** A capability that no configuration shows: written by hand. */
export const addBody = z.strictObject({
  title: storableText(LONGEST_NAME).refine((text) => text.trim() !== "", "Say what is granted."),
  executorId: z.uuid().nullable().default(null),
  class: z.enum(["grant", "missing-limit"]),
  group: z.enum(Object.keys(CAPABILITY_GROUPS) as [CapabilityGroup, ...CapabilityGroup[]]),
  severity: z.enum(SEVERITIES).optional(),
  catalogueId: z.string().max(100).optional(),
});
export type AddBody = z.output<typeof addBody>;

/**
 * Adds a capability by hand. An id of the catalogue gives its severity and whether it ends confinement.
 *
 * @throws ProblemError `invalid-input` for an executor or a catalogue id that is not there
 */
export async function addCapability(actor: Actor, reviewId: string, body: AddBody): Promise<Created> {
  const entry = body.catalogueId === undefined ? null : findCatalogueEntry(body.catalogueId);
  if (body.catalogueId !== undefined && !entry)
    throw problem("invalid-input", `The catalogue has no entry ${body.catalogueId}.`);
  const executor =
    body.executorId === null ? null : await oneRow(actor, reviewId, "executor", body.executorId);
  if (executor?.archivedAt) throw problem("invalid-input", "That executor is archived. Choose another one.");
  const id = entry?.id ?? "by-hand";
  return createRow(
    actor,
    reviewId,
    "capability",
    { title: { state: "value", value: body.title.trim() } },
    {
      executorId: executor?.id ?? null,
      workload: (executor?.workload as string | null | undefined) ?? null,
      container: (executor?.container as string | null | undefined) ?? null,
      class: body.class,
      group: body.group,
      family: entry?.family ?? id,
      anchor: "",
      catalogueId: id,
      severity: body.severity ?? entry?.severity ?? "medium",
      endsConfinement: entry ? endsConfinement({ id, anchor: "", target: body.title, access: "use" }) : false,
    },
  );
}
