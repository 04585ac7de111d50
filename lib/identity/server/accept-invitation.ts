import { inWorkspace, type WorkspaceTx } from "@/lib/audit/server/in-workspace";
import { problem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { callFunction } from "@/lib/platform/db/functions";
import type { RequestFacts } from "../actor";
import { whyNotPassword } from "../password-rules";
import type { Role } from "../roles";
import type { AcceptInvitation } from "../schema";
import { logWrongPassword, takeGuess } from "./guess-limit";
import { invitationHash, refuseMember } from "./invite-member";
import { openSession } from "./open-session";
import { hashPassword, isPassword } from "./passwords";

/** An invitation as whoever holds its link sees it. */
export type HeldInvitation = {
  workspaceId: string;
  workspaceName: string;
  id: string;
  hash: string;
  email: string;
  role: Role;
  invitedBy: string;
  /** Somebody with this address exists: they enter their password instead of choosing one. */
  isKnown: boolean;
  state: "open" | "used" | "expired";
};

type Row = {
  workspace_id: string;
  workspace_name: string;
  id: string;
  email: string;
  role: Role;
  invited_by: string;
  is_expired: boolean;
  is_used: boolean;
  person_exists: boolean;
};

/** The invitation behind a link's token, or null for a token that no invitation has. */
export async function viewInvitation(token: string): Promise<HeldInvitation | null> {
  const hash = invitationHash(token);
  const [row] = await callFunction<Row>("invitation_by_hash", [hash]);
  if (!row) return null;
  return {
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    id: row.id,
    hash,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by || "Whoever runs Cordon",
    isKnown: row.person_exists,
    state: row.is_used ? "used" : row.is_expired ? "expired" : "open",
  };
}

/** What accepting made: the membership and an open session. */
export type Accepted = { workspaceId: string; memberId: string; sessionId: string };

/**
 * Accepts an invitation, once, and signs the new member in. A new person gives a name and chooses a
 * password; somebody who is known here proves who they are with theirs.
 *
 * @throws ProblemError `not-found`, `not-in-this-state` (used, revoked, expired, a member already),
 *   `invalid-input`, `rate-limited`
 */
export async function acceptInvitation(input: AcceptInvitation, facts: RequestFacts): Promise<Accepted> {
  const guess = await takeGuess("invitation", facts.address, facts.address);
  const held = await viewInvitation(input.token);
  if (!held) {
    throw problem("not-found", "There is no such invitation. Copy the whole link, or ask for a new one.");
  }
  await guess.wasRight();
  if (held.state !== "open") throw notOpen(held.state);
  const who = held.isKnown ? await prove(held, input, facts) : await introduce(held, input);
  return inWorkspace(held.workspaceId, async (tx) => {
    // Under the workspace's lock: an old second link must not lower the role of a member.
    await refuseMember(tx, held.email);
    return join(tx, held, who, facts);
  });
}

type Proven = { name: string; hashed: string | null };

async function prove(held: HeldInvitation, input: AcceptInvitation, facts: RequestFacts): Promise<Proven> {
  const guess = await takeGuess("password", held.email, facts.address);
  const [person] = await callFunction<{ password_hash: string; name: string }>("person_by_email", [
    held.email,
  ]);
  if (!(await isPassword(person?.password_hash, input.password))) {
    logWrongPassword("invitation", facts, held.email);
    throw atField("password", "This is not the password that you sign in to Cordon with. Try again.");
  }
  await guess.wasRight();
  return { name: person?.name || held.email, hashed: null };
}

async function introduce(held: HeldInvitation, input: AcceptInvitation): Promise<Proven> {
  if (!input.name) throw atField("name", "Enter your name, as it will stand under decisions.");
  const refused = whyNotPassword(input.password, held.email);
  if (refused) throw atField("password", refused);
  return { name: input.name, hashed: await hashPassword(input.password) };
}

async function join(
  tx: WorkspaceTx,
  held: HeldInvitation,
  who: Proven,
  facts: RequestFacts,
): Promise<Accepted> {
  const joined = await consumeInvitation(tx, held, who);
  const { workspaceId } = held;
  const sessionId = await openSession(tx, { workspaceId, name: who.name, ...joined }, facts);
  return { workspaceId, memberId: joined.memberId, sessionId };
}

/**
 * Consumes an invitation in the database and writes its event.
 *
 * @param who `hashed` is the new person's password, or null for somebody who has proven theirs
 * @throws ProblemError `not-in-this-state` when it is not open any more
 */
export async function consumeInvitation(
  tx: WorkspaceTx,
  invitation: { workspaceId: string; id: string; hash: string; email: string; role: Role },
  who: Proven,
): Promise<{ memberId: string; personId: string }> {
  const newPerson = newId();
  const [row] = await tx.sql.query<{ member_id: string; person_id: string }>(
    "select member_id, person_id from accept_invitation($1, $2, $3, $4, $5)",
    [invitation.hash, newPerson, newId(), who.name, who.hashed],
  );
  if (!row) throw notOpen("used");
  // Somebody became known under this address since it was looked at: then nobody has proven a password.
  if (who.hashed && row.person_id !== newPerson) {
    throw problem("conflict", "This address has an account since a moment ago. Load the page again.");
  }
  const { workspaceId } = invitation;
  const actor = { kind: "user", id: row.member_id, name: who.name, workspaceId } as const;
  await tx.record(actor, "member.joined", {
    invitation: invitation.id,
    member: row.member_id,
    email: invitation.email,
    role: invitation.role,
  });
  return { memberId: row.member_id, personId: row.person_id };
}

function notOpen(state: "used" | "expired") {
  return problem(
    "not-in-this-state",
    state === "expired"
      ? "This invitation has expired. Ask an admin of the workspace for a new link."
      : "This invitation was used or revoked. If you accepted it, sign in; else ask an admin for a new link.",
  );
}

const atField = (field: string, message: string) =>
  problem("invalid-input", message, { fields: [{ pointer: `/${field}`, message }] });
