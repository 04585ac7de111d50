import { problem } from "@/lib/kernel/errors";
import type { Tx } from "@/lib/platform/unit-of-work/run";
import { coveredAs, coveredNow } from "@/lib/rules/covered";
import { afterEdit } from "@/lib/signoff/risk-life";
import type { RowChange } from "../change";
import type { Capability, Justification } from "../content";
import type { EntityKind } from "../fields";
import { type CapabilityClass, DECISIONS, type Decision, type RiskState } from "../vocabulary";
import { loadCapabilities } from "./load-capabilities";
import { type LoadedRow, loadRow } from "./rows";

/**
 * What an edit changes besides its own cells, and what it must not do: a decision fits the class of
 * its capability; a justification picked means "needed"; a justification remembers what it covered
 * when it was last written. Adds to `own` in place and gives the changes of other rows.
 */
export async function alsoChanged(
  tx: Tx,
  entity: EntityKind,
  row: LoadedRow,
  own: Extract<RowChange, { op: "update" }>,
): Promise<RowChange[]> {
  if (entity === "capability") return capabilityEdited(tx, row as unknown as Capability, own);
  if (entity === "justification") {
    const written = { ...row, ...own.set } as unknown as Justification;
    own.set.coveredAtWriting = coveredNow(
      written,
      await loadCapabilities(tx.sql, tx.review.id, { justificationId: row.id }),
    );
  }
  if (entity === "risk") {
    const state = afterEdit(row.state as RiskState);
    if (state !== row.state) {
      own.before.state = row.state;
      own.set.state = state;
    }
  }
  return [];
}

async function capabilityEdited(
  tx: Tx,
  row: Capability,
  own: Extract<RowChange, { op: "update" }>,
): Promise<RowChange[]> {
  const decision = own.set.decision as Decision | null | undefined;
  if (decision) checkDecision(decision, row.class);
  const justificationId = own.set.justificationId as string | null | undefined;
  if (justificationId === undefined) return [];
  if (justificationId !== null && row.class !== "grant") {
    throw problem(
      "invalid-input",
      "A missing limit is not asked why it is needed. Decide it: fix, baseline, layer or accept.",
    );
  }
  if (own.set.decision === undefined) {
    own.before.decision = row.decision;
    own.set.decision = justificationId ? "needed" : row.decision === "needed" ? null : row.decision;
    (own.set.versions as Record<string, number>).decision = tx.seq;
  }
  return justificationId ? [await nowCovers(tx, justificationId, [row])] : [];
}

/** A decision must be one that its class is asked for. */
export function checkDecision(decision: Decision, of: CapabilityClass): void {
  const { classes, label } = DECISIONS[decision];
  if ((classes as readonly string[]).includes(of)) return;
  throw problem(
    "invalid-input",
    `"${label}" is no decision about a ${of === "grant" ? "grant" : of === "claim" ? "claim" : "missing limit"}.`,
  );
}

/** The justification as it covers some more capabilities, which it is now said to be about. */
export async function nowCovers(
  tx: Tx,
  justificationId: string,
  capabilities: Capability[],
): Promise<RowChange> {
  const justification = (await loadRow(
    tx.sql,
    tx.review.id,
    "justification",
    justificationId,
  )) as unknown as Justification;
  const covered = await loadCapabilities(tx.sql, tx.review.id, { ids: capabilities.map(({ id }) => id) });
  const coveredAtWriting = { ...justification.coveredAtWriting };
  for (const capability of covered) coveredAtWriting[capability.id] = coveredAs(capability);
  return {
    op: "update",
    table: "justification",
    id: justificationId,
    before: { number: justification.number },
    set: { coveredAtWriting },
  };
}
