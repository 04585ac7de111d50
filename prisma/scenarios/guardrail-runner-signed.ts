import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import { editCells } from "@/lib/review/server/edit-cells";
import { currentBlockers } from "@/lib/signoff/server/blockers";
import { decideRevision } from "@/lib/signoff/server/decide-revision";
import { submitRevision } from "@/lib/signoff/server/submit-revision";
import { examplePerson } from "./example-people";
import { inDays, makeGuardrailRunner } from "./guardrail-runner";
import { add, cells, type Scenario } from "./scenario";

/**
 * The guardrail runner after its first decision: what stays is accepted as residual risk by somebody
 * who did not ask for it, revision 1 is in force, and a draft goes on beside it.
 */
export const guardrailRunnerSigned: Scenario = async (actor) => {
  const rita = await examplePerson(actor, "Rita Reviewer", "reviewer");
  const { reviewId } = await makeGuardrailRunner(actor, rita.id);
  const adam = await examplePerson(actor, "Adam Approver", "approver");
  await coverTheRest(rita, reviewId);
  const { revisionId, digest } = await submitRevision(
    rita,
    reviewId,
    "Registration moves into the sandbox with the next release. Until then R1 and R2 say what stays.",
  );
  await decideRevision(adam, reviewId, revisionId, {
    decision: "approve",
    words: "For one quarter. I looked at the registration path and at who can write to the plugin directory.",
    digest,
  });
  await goOn(rita, reviewId);
  return { reviewId };
};

/** A second residual risk, of what the first does not cover and would keep the draft from being submitted. */
async function coverTheRest(rita: Actor, reviewId: string): Promise<void> {
  const covers = (await currentBlockers(rita, reviewId)).flatMap(({ code, lists }) =>
    code === "RSK-01" ? lists : [],
  );
  await add(rita, reviewId, "risk", {
    title: "The API’s process reaches more than guardrails need",
    covers,
    severity: "high",
    treatment: "accept",
    rationale:
      "The broker that takes these credentials over is being built; splitting the API before would delay it.",
    controls: "The database role is limited to one schema, and its queries are logged.",
    recommendation: "Accept until the broker is there, and look again when it is.",
    owner: rita.id,
    expiresAt: inDays(120),
  });
}

/** The draft after the decision: one entry point more, and one cell that says more than it did. */
async function goOn(rita: Actor, reviewId: string): Promise<void> {
  const [preview] = await readSql(rita, (sql) =>
    sql.query<{ id: string; versions: Record<string, number> }>(
      "select id, versions from entry_point where review_id = $1 and name = 'Preview'",
      [reviewId],
    ),
  );
  const { endsOnCancellation } = cells({ endsOnCancellation: "yes" });
  await editCells(rita, reviewId, "entryPoint", preview!.id, {
    endsOnCancellation: { cell: endsOnCancellation!, version: preview!.versions.endsOnCancellation ?? 0 },
  });
  await add(rita, reviewId, "entryPoint", { name: "Replay of a stored conversation", kind: "test" });
}
