import { inWorkspace } from "@/lib/audit/server/in-workspace";
import { problem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { callFunction } from "@/lib/platform/db/functions";
import { setupCodeHash } from "@/lib/platform/setup-code";
import type { RequestFacts } from "../actor";
import type { SetUp } from "../schema";
import { takeGuess } from "./guess-limit";
import { openSession } from "./open-session";
import { hashPassword } from "./passwords";

/** Whether somebody administers this installation already, so that set-up is closed. */
export async function isSetUp(): Promise<boolean> {
  const [row] = await callFunction<{ has_admin: boolean }>("has_admin", []);
  return row?.has_admin ?? false;
}

/** The first admin: their workspace, membership and open session. */
export type FirstAdmin = { workspaceId: string; memberId: string; sessionId: string };

/**
 * Makes the first workspace and its admin with the one-time code, and signs them in.
 *
 * @throws ProblemError `not-in-this-state` when there is an admin, `invalid-input` for a wrong, used
 *   or expired code, `rate-limited`
 */
export async function setUp(input: SetUp, facts: RequestFacts): Promise<FirstAdmin> {
  if (await isSetUp()) throw alreadySetUp();
  const guess = await takeGuess("set-up code", facts.address, facts.address);
  const hashed = await hashPassword(input.password);
  const workspaceId = newId();
  const personId = newId();
  const made = await inWorkspace(workspaceId, async (tx) => {
    const [row] = await tx.sql.query<{ member_id: string }>(
      "select * from setup_first_admin($1, $2, $3, $4, $5, $6, $7, $8)",
      [
        setupCodeHash(input.code),
        workspaceId,
        input.workspace,
        personId,
        newId(),
        input.email,
        input.name,
        hashed,
      ],
    );
    if (!row) return null;
    const memberId = row.member_id;
    const actor = { kind: "user", id: memberId, name: input.name, workspaceId } as const;
    await tx.record(actor, "workspace.created", {
      workspace: input.workspace,
      member: memberId,
      email: input.email,
      role: "admin",
    });
    const sessionId = await openSession(tx, { workspaceId, personId, memberId, name: input.name }, facts);
    return { workspaceId, memberId, sessionId };
  });
  if (!made) {
    if (await isSetUp()) throw alreadySetUp();
    const detail =
      "This code is wrong, was used, or is older than 15 minutes. The terminal in which Cordon runs shows the present one.";
    throw problem("invalid-input", detail, { fields: [{ pointer: "/code", message: detail }] });
  }
  await guess.wasRight();
  return made;
}

const alreadySetUp = () =>
  problem("not-in-this-state", "Cordon is set up already. Sign in, or ask an admin for an invitation.");
